import { createCatalogue } from '../../../lib/create-catalogue.ts';

export const myArrangementTexts = createCatalogue({
  none: ['还没有考试安排', 'No exam arrangements yet'],
  noneText: [
    '考试发布后，考点、考场、座位和准考证出现在这里。',
    'The venue, room, seat and admission ticket appear here once an exam is published.',
  ],
  online: ['线上考试，不设考点考场', 'Online exam, no venue or room'],
  place: ['考点', 'Venue'],
  address: ['地址', 'Address'],
  way: ['到达路线', 'Directions'],
  phone: ['考务电话', 'Exam office phone'],
  room: ['考场与座位', 'Room and seat'],
  roomPicture: ['{{room}}，我的座位是{{seat}}', '{{room}}; my seat is {{seat}}'],
  mySeat: ['{{n}} 我', '{{n}} me'],
  taskSheet: ['任务书', 'Task sheet'],
  markers: ['阅卷', 'Marking'],
  ticket: ['准考证与本人信息', 'Admission ticket and personal details'],
  print: ['打印准考证', 'Print the admission ticket'],
});
