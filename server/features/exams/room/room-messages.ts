import { type Message, say } from '../../../http/handler.ts';

const more = (count: number, zh: string, one: string, several: string): Message => say(zh, count === 1 ? one : several);

export const roomMessages = {
  placeUnknown: () => say('没有这个考点', 'There is no such venue'),
  nameTaken: () => say('这个考点已有同名考场', 'This place already has a room of that name'),
  noSeat: () => say('考场里至少要有一个座位', 'A room needs at least one seat'),
  lineNoName: (row: number) => say(`第 ${row} 行没有考场名称`, `Line ${row} has no name of the room`),
  lineNoPlace: (row: number) => say(`第 ${row} 行没有考点`, `Line ${row} has no place`),
  lineSpan: (row: number, most: number) =>
    say(`第 ${row} 行的行数或列数不是 1 到 ${most} 的整数`, `Line ${row}: rows and columns are whole numbers from 1 to ${most}`),
  lineTwice: (row: number, name: string) =>
    say(`第 ${row} 行的“${name}”在表里出现两次`, `Line ${row}: “${name}” stands twice in the sheet`),
  lineTaken: (row: number, name: string) =>
    say(`第 ${row} 行的“${name}”在考点里已有同名考场`, `Line ${row}: the place already has a room “${name}”`),
  linesWrong: (count: number) => say(`有 ${count} 处要改，一个考场都没有导入`, `${count} things to mend; no room was added`),
  markTwice: () => say('同一位置只能标一次', 'A place can be marked only once'),
  markOutside: () => say('有标记不在行列范围内', 'A mark lies outside the rows and columns'),
  hasRooms: (count: number) =>
    more(
      count,
      `考点里还有 ${count} 个考场，请先删除或移走`,
      'There is still one room in this place; remove or move it first',
      `There are still ${count} rooms in this place; remove or move them first`,
    ),
  usedByPlans: (names: readonly string[]) =>
    say(
      `考试计划用到了这个考场：${names.join('、')}。可以停用，不能删除`,
      `Exam plans use this room: ${names.join(', ')}. It can be put out of use, not removed`,
    ),
  seatsTaken: (names: readonly string[]) =>
    say(
      `已发布的考试正在用这个考场的座位：${names.join('、')}。考完以前不能改动座位`,
      `A published exam uses the seats of this room: ${names.join(', ')}. They stay as they are until it is over`,
    ),
  groupUsed: (names: readonly string[]) =>
    say(`考试计划用到了这个阅卷组：${names.join('、')}`, `Exam plans use this marker group: ${names.join(', ')}`),
  memberTwice: () => say('同一组员只能添加一次', 'A member can be added only once'),
  markerUnknown: () => say('请选择本校的阅卷员，或兼任阅卷的教师', 'Choose a marker of this school, or a teacher who marks too'),
} as const;
