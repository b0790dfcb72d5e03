import { wordPairs } from '../../lib/word-pairs.ts';

export const examRoomTexts = wordPairs({
  placesEmpty: [
    '先建考点，再在里面画考场：几行几列、哪里是柱子和过道。',
    'Make a place first, then draw its rooms: rows, columns, pillars and aisles.',
  ],
  openRooms: ['考场', 'Rooms'],
  wayHint: ['印在准考证上：哪个门、哪栋楼、怎么坐车', 'Printed on tickets: which gate, which building, which bus'],
  backToPlaces: ['返回考点', 'All places'],
  roomsOf: ['{{place}}的考场', 'Rooms of {{place}}'],
  roomList: ['考场列表', 'Rooms'],
  newRoom: ['新建考场', 'New room'],
  noRooms: ['还没有考场', 'No room yet'],
  noRoomsText: [
    '新建一个考场：填行数、列数，在图上点出空位和柱子。',
    'Make one: rows, columns, then mark gaps and pillars in the picture.',
  ],
  seatCount_other: ['{{count}} 座', '{{count}} seats', 'One seat'],
  roomSummary: ['{{rooms}} 个考场，{{seats}} 个座位', '{{rooms}} rooms, {{seats}} seats'],
  closed: ['停用', 'Not in use'],
  picture: ['考场图', 'Picture of the room'],
  pictureHint: [
    '点一个位置换一种：座位、空位、柱、备用机、无障碍座。方向键移动，空格切换。',
    'Press a place to change it: seat, nothing, pillar, spare PC, wheelchair. Arrows move, Space changes.',
  ],
  aislesHint: ['第几列后面是过道', 'Behind which columns one can walk'],
  afterColumn: ['第 {{n}} 列后', 'Behind column {{n}}'],
  noAisle: ['没有过道', 'No aisle'],
  numbering_snakeColumns: ['按列，S 形', 'By columns, S-shaped'],
  numbering_columns: ['按列，都从前往后', 'By columns, each from the front'],
  numbering_snakeRows: ['按行，S 形', 'By rows, S-shaped'],
  numbering_rows: ['按行，都从左往右', 'By rows, each from the left'],
  machinesHint: ['{n} 是座位号，{r} 行，{c} 列，如 301-{n}', '{n} is the seat, {r} the row, {c} the column: 301-{n}'],
  save: ['保存考场', 'Save room'],
  saved: ['考场已保存', 'Room saved'],
  remove: ['删除考场', 'Delete room'],
  removeAsk: ['考场“{{name}}”将被删除，不能恢复。', 'The room "{{name}}" will be deleted for good.'],
  removed: ['已删除', 'Deleted'],
  cancel: ['取消', 'Cancel'],
  leader: ['组长', 'Leader'],
  choosePerson: ['姓名或登录名', 'Name or login name'],
  addMember: ['添加组员', 'Add a member'],
  quota: ['{{name}}的定额', 'Quota of {{name}}'],
  quotaHint: ['定额是要阅的份数，0 为平均分配', 'A quota is papers to mark; 0 is a fair share'],
  twiceHint: [
    '两人各评一次，差得超过允许误差时由组长裁定',
    'Two markers for each answer; where they differ by more than the tolerance, the leader decides',
  ],
  dropMember: ['移出{{name}}', 'Remove {{name}}'],
  groupsEmpty: ['把阅卷员编成组，选一名组长，给每人定额。', 'Put markers into groups, with a leader and a quota each.'],
  markersHint: ['阅卷员账号在校务管理里建；教师可兼任阅卷。', 'Accounts of markers are made under staff; teachers may mark too.'],
  markerSearch: ['姓名、登录名、单位或阅卷组', 'Name, login name, employer or group'],
  markerName: ['姓名', 'Name'],
  loginName: ['登录名', 'Login name'],
  employer: ['单位', 'Employer'],
  groups: ['所在阅卷组', 'Groups'],
  quotaSum: ['定额合计', 'Quotas together'],
  leads: ['组长', 'leads'],
  notGrouped: ['未编组', 'In no group'],
  noMarkers: ['还没有阅卷员', 'No marker yet'],
  markers: ['阅卷员', 'Markers'],
  members: ['组员', 'Members'],
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    examRoom: (typeof examRoomTexts)['zh-CN'];
  }
}
