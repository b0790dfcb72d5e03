import { wordPairs } from '../../lib/word-pairs.ts';

export const myArrangementTexts = wordPairs({
  none: ['还没有考试安排', 'No exam is arranged for you yet'],
  noneText: ['考试发布后，考点、考场、座位和准考证出现在这里。', 'Once an exam is published, its place, room, seat and ticket stand here.'],
  online: ['线上考试，不设考点考场', 'Online: no place and no room'],
  place: ['考点', 'Place'],
  address: ['地址', 'Address'],
  way: ['到达路线', 'Way there'],
  phone: ['考务电话', 'Phone'],
  room: ['考场与座位', 'Room and seat'],
  roomPicture: ['{{room}}，我的座位是{{seat}}', '{{room}}; my seat is {{seat}}'],
  mySeat: ['{{n}} 我', '{{n}} me'],
  invigilators: ['监考员', 'Invigilators'],
  markers: ['阅卷', 'Marking'],
  groups: ['阅卷组', 'Marker groups'],
  ticket: ['准考证与本人信息', 'Ticket and own data'],
  print: ['打印准考证', 'Print the ticket'],
});

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    myArrangement: (typeof myArrangementTexts)['zh-CN'];
  }
}
