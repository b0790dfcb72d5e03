import { createCatalogue } from '../../../lib/create-catalogue.ts';

/** Texts about revisions of a published plan, and about printed release codes. */
export const amendTexts = createCatalogue({
  amend: ['变更', 'Revise'],
  amendDo: ['发布变更', 'Publish the revision'],
  amendTitle: ['变更“{{name}}”，成为第 {{n}} 版', 'Revise “{{name}}” (revision {{n}})'],
  amendWhat: [
    '试卷不变。{{count}} 名考生中受影响的会在首页看到变更和理由并签收，监考员须再次确认；已下载的电脑会自动跟上。',
    'The paper stays the same. Affected examinees among the {{count}} see the change and its reason on their home page and confirm it. Invigilators must confirm again. PCs that have downloaded the exam update automatically.',
  ],
  amendReasonHint: ['考生和监考员都会看到', 'Visible to examinees and invigilators'],
  amendRoomFrom: ['停用的考场', 'Room to replace'],
  amendRoomTo: ['改到', 'New room'],
  amendRoomHint: ['全场同号换过去，监考员跟着走', 'Everyone keeps the same seat number; invigilators move too'],
  amendRoomNone: ['不换考场', 'Do not change rooms'],
  amendSeat: ['把{{name}}换到 {{no}} 号', 'Move {{name}} to seat {{no}}'],
  amendSeatWhat: [
    '原来坐在那里的考生换到空出的座位。两人都会收到通知，考卷不变。',
    'The examinee in that seat takes the vacated seat. Both are notified; their papers stay the same.',
  ],
  codes: ['开考码（断网时凭此开卷）', 'Release code (opens the papers without a network)'],
  codePicture: ['开考码的二维码，可用扫码枪输入', 'QR code of the release code, for a barcode scanner'],
  codesShow: ['显示开考码', 'Show release codes'],
  codesWarn: [
    '开考码能在断网时打开本考场的试卷。打印后立即装袋密封，开考时由监考员当众拆封；每次查看都记入操作日志。',
    'A release code opens the papers of its room without a network. Seal the printout in an envelope at once; the invigilator opens it in front of the examinees at the start. Every viewing is logged.',
  ],
  codesUnpublished: ['考试发布后才有开考码', 'Release codes are available after the exam is published'],
  codesLater: ['发布考试后回到这里，先显示开考码，再打印。', 'Publish the exam, come back, show the codes, then print them.'],
  codesHidden: ['开考码还没有显示，现在没有可打印的内容', 'The codes are not shown yet, so there is nothing to print'],
  codesNoRoom: ['不设考场', 'No rooms'],
  codesUse: [
    '只在网络中断、到了开考时间时使用。字母不含 I、L、O、U。',
    'Use only if the network is down at the start. The letters I, L, O and U are not used.',
  ],
  codesOpenedBy: ['拆封人', 'Opened by'],
  codesOpenedAt: ['拆封时间', 'Opened at'],
  readyTab: ['考场就绪', 'Readiness'],
  revisions: ['发布后的变更', 'Changes since publishing'],
  revisionNo: ['第 {{n}} 版', 'Revision {{n}}'],
  revisionRead: ['已签收 {{read}} / {{asked}} 人', 'Confirmed by {{read}} of {{asked}}'],
  revisionUnread: ['未签收：{{names}}', 'Not confirmed: {{names}}'],
  revisionLine: ['{{label}}：{{from}} → {{to}}', '{{label}}: {{from}} → {{to}}'],
  revisionNotice: ['考生须知已改写', 'The notice to examinees was rewritten'],
  revisionJoined_other: ['增补 {{count}} 名考生：{{names}}', '{{count}} examinees added: {{names}}', '1 examinee added: {{names}}'],
  amendJoin: ['增补考生', 'Add examinees'],
  amendJoinHint: [
    '按姓名、学号或准考证号找；每人坐一个空座位，用那个座位的卷',
    'Find by name, student number or ticket number. Each takes a free seat and its paper variant',
  ],
  amendJoinPick: ['搜索后选择', 'Search and choose'],
  revisionSeats: ['共 {{n}} 名考生换了座位', 'Examinees with a new seat: {{n}}'],
});
