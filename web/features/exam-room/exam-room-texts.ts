import { createCatalogue } from '../../lib/create-catalogue.ts';

export const examRoomTexts = createCatalogue({
  placesEmpty: [
    '先建考点，再在里面画考场：几行几列、哪里是柱子和过道。',
    'Create a venue first, then lay out its rooms: rows, columns, pillars and aisles.',
  ],
  wayHint: ['印在准考证上：哪个门、哪栋楼、怎么坐车', 'Printed on admission tickets: which gate, which building, which bus'],
  backToPlaces: ['返回考点', 'Back to venues'],
  roomsOf: ['{{place}}的考场', 'Rooms of {{place}}'],
  roomList: ['考场列表', 'Rooms'],
  newRoom: ['新建考场', 'New room'],
  noRooms: ['还没有考场', 'No rooms yet'],
  noRoomsText: [
    '新建一个考场：填行数、列数，在图上点出空位和柱子。',
    'Create a room: enter rows and columns, then mark gaps and pillars on the plan.',
  ],
  seatCount_other: ['{{count}} 座', '{{count}} seats', '1 seat'],
  roomSummary: ['{{rooms}} 个考场，{{seats}} 个座位', '{{rooms}} {{rooms|room|rooms}}, {{seats}} {{seats|seat|seats}}'],
  closed: ['停用', 'Out of use'],
  picture: ['考场图', 'Room plan'],
  pictureHint: [
    '点一个位置换一种：座位、空位、柱、备用机、无障碍座。方向键移动，空格切换。',
    'Click a position to change its type: seat, gap, pillar, spare PC, accessible seat. Arrow keys move, Space changes.',
  ],
  aislesHint: ['第几列后面是过道', 'Aisles after these columns'],
  afterColumn: ['第 {{n}} 列后', 'After column {{n}}'],
  noAisle: ['没有过道', 'No aisle'],
  numbering_snakeColumns: ['按列，S 形', 'By column, S-shaped'],
  numbering_columns: ['按列，都从前往后', 'By column, front to back'],
  numbering_snakeRows: ['按行，S 形', 'By row, S-shaped'],
  numbering_rows: ['按行，都从左往右', 'By row, left to right'],
  machinesHint: ['{n} 是座位号，{r} 行，{c} 列，如 301-{n}', '{n} is the seat number, {r} the row, {c} the column, for example 301-{n}'],
  save: ['保存考场', 'Save room'],
  saved: ['考场已保存', 'Room saved'],
  remove: ['删除考场', 'Delete room'],
  removeAsk: ['考场“{{name}}”将被删除，不能恢复。', 'The room "{{name}}" will be deleted. This cannot be undone.'],
  leader: ['组长', 'Leader'],
  choosePerson: ['姓名或登录名', 'Name or login name'],
  addMember: ['添加组员', 'Add a member'],
  quota: ['{{name}}的定额', 'Quota of {{name}}'],
  quotaHint: ['定额是要阅的份数，0 为平均分配', 'The quota is the number of scripts to mark; 0 shares them equally'],
  twiceHint: [
    '两人各评一次，差得超过允许误差时由组长裁定',
    'Two markers mark each answer. If they differ by more than the tolerance, the marking leader decides',
  ],
  dropMember: ['移出{{name}}', 'Remove {{name}}'],
  groupsEmpty: ['把阅卷员编成组，选一名组长，给每人定额。', 'Put markers into groups, choose a leader and set a quota for each marker.'],
  markersHint: [
    '阅卷员账号在校务管理里建；教师可兼任阅卷：在阅卷组里选人时就能允许。',
    'Create marker accounts under school management. Teachers can mark too: allow it when you choose the members of a group.',
  ],
  markerSearch: ['姓名、登录名、单位或阅卷组', 'Name, login name, employer or group'],
  employer: ['单位', 'Employer'],
  groups: ['所在阅卷组', 'Groups'],
  quotaSum: ['定额合计', 'Total quota'],
  leads: ['组长', 'leader'],
  notGrouped: ['未编组', 'Not in a group'],
  noMarkers: ['还没有阅卷员', 'No markers yet'],
  sheetOpen: ['从 Excel 导入考场', 'Import rooms from Excel'],
  sheetText: [
    '每行一个考场；没有的考点会一起建好。有一行不对就一个都不导入。',
    'One room per row. Missing venues are created. If any row is wrong, nothing is imported.',
  ],
  sheetDrop: ['也可以拖到这里', 'or drag it here'],
  sheetSend: ['导入', 'Import'],
  sheetNoHead: ['没有找到表头：考点、考场名称、行数、列数', 'No heading row found with venue, room, rows and columns'],
  sheetDone: [
    '已导入 {{rooms}} 个考场，新建 {{places}} 个考点',
    '{{rooms}} {{rooms|room|rooms}} imported, {{places}} new {{places|venue|venues}}',
  ],
  sheet_place: ['考点', 'Place'],
  sheet_name: ['考场名称', 'Room'],
  sheet_location: ['楼号房间', 'Door'],
  sheet_rows: ['行数', 'Rows'],
  sheet_columns: ['列数', 'Columns'],
  sheet_machines: ['机器名规则', 'Machine names'],
  members: ['组员', 'Members'],
});

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    examRoom: (typeof examRoomTexts)['zh-CN'];
  }
}
