import { wordPairs } from '../lib/word-pairs.ts';

/** Answers that a tablet takes from a PC without a network, and carries: said at both. */
export const carryTexts = wordPairs({
  show: ['扫码交给平板', 'Hand over by codes'],
  showTitle: ['让平板扫走作答', 'Let the tablet take the answers'],
  showText: [
    '监考员的平板对准下面的码，直到平板说“已收齐”。这里不会改变任何东西：服务器收到之前，作答仍算没有送达。',
    'Point the invigilator’s tablet at the code until it says that it has everything. Nothing changes here: until the server has them, the answers count as not delivered.',
  ],
  showPicture: ['作答的二维码', 'Codes of the answers'],
  showSize: [
    '{{ops}} 条作答，共 {{count}} 个码，一轮约 {{seconds}} 秒。漏掉的下一轮再扫。',
    '{{ops}} records in {{count}} codes, about {{seconds}} s a round. What is missed comes again in the next.',
  ],
  showLong: ['内容较多，导出文件交给监考员更快。', 'This is a lot: an exported file is quicker.'],
  showTooMuch: ['内容太多，不能用码交出。请导出作答文件。', 'Too much for codes. Please export the answers as a file.'],
  showUnread: [
    '有 {{count}} 条本机没有读出来，不在码里。请不要关机，举手告诉监考人员。',
    '{{count}} records could not be read from this PC and are not in the codes. Leave it on and call the invigilator.',
  ],
  showFailed: ['没有读出作答。请再试一次，不要关机。', 'The answers could not be read. Try again, and leave the PC on.'],
  showAfter: [
    '作答是加密的，平板也读不了。扫完以后这台电脑上的作答还在，联网后照样会自己送达，不会重复计算。',
    'The answers are sealed: the tablet can’t read them either. They stay on this PC and still go out by themselves with a network; nothing counts twice.',
  ],
  pause: ['暂停', 'Pause'],
  goOn: ['继续', 'Go on'],
  close: ['关闭', 'Close'],
  scan: ['扫收作答', 'Collect answers'],
  scanTitle: ['扫收没有网络的电脑上的作答', 'Collect answers from PCs without a network'],
  scanText: [
    '在考生电脑的交卷页面点“扫码交给平板”，把平板对准那个码。平板有网络后自己送到服务器。',
    'On the PC’s hand-in page press “Hand over by codes”, then point this tablet at the code. With a network the tablet delivers by itself.',
  ],
  camera: ['取景', 'Camera'],
  looking: ['正在找码……', 'Looking for a code …'],
  seen: ['已收 {{have}} / {{total}}', '{{have}} of {{total}} taken'],
  cameraRefused: [
    '不能用摄像头：请在浏览器里允许本网站使用摄像头，或选择作答文件。',
    'The camera can’t be used: allow it for this site in the browser, or choose an answer file.',
  ],
  cameraNone: ['这台设备没有摄像头。可以选择作答文件。', 'This device has no camera. An answer file can be chosen instead.'],
  file: ['选择作答文件', 'Choose an answer file'],
  kept: ['已收齐 {{who}}：{{count}} 条作答在这台平板上', '{{who}}: all {{count}} records are on this tablet'],
  strangers: ['其中 {{count}} 份不是本考场的作答，没有收。', '{{count}} attempts in it are not of this room and were not taken.'],
  damaged: [
    '有 {{count}} 处损坏，没有收。请在那台电脑上再交一次。',
    '{{count}} parts are damaged and were not taken. Hand them over again at that PC.',
  ],
  fault_none: ['不是作答。', 'These are no answers.'],
  fault_newer: ['是更新版本写的，这个页面读不了。请刷新后再试。', 'Written by a newer version. Reload this page and try again.'],
  fault_large: ['文件太大。', 'The file is too large.'],
  fault_otherRoom: ['不是本考场的作答，没有收。', 'These answers are not of this room and were not taken.'],
  fault_attemptFull: ['这份作答太大，平板不收。请导出文件。', 'Too large for the tablet. Please export a file.'],
  fault_full: ['平板已收满，请先联网送达，再继续收。', 'The tablet is full: deliver first, with a network, then go on.'],
  fault_disk: ['平板的磁盘已满，没有收下。', 'The tablet’s disk is full: nothing was taken.'],
  fault_broken: ['没有读对，请再扫一次。', 'Not read right. Please scan once more.'],
  list: ['这台平板上的作答', 'Answers on this tablet'],
  waiting: ['{{count}} 条待送达', '{{count}} to deliver'],
  delivered: ['收到的都已送达', 'delivered, as far as taken'],
  refused: ['服务器暂未接收', 'not taken by the server yet'],
  nothing: ['还没有收。', 'Nothing yet.'],
  onTablet: ['平板上有 {{count}} 条', '{{count}} on the tablet'],
  strip: [
    '这台平板上有 {{count}} 份作答没有送达，联网后自动送。',
    '{{count}} attempts on this tablet are not delivered yet; they go out by themselves with a network.',
  ],
});

declare module '../lib/i18n.ts' {
  interface Catalogues {
    carry: (typeof carryTexts)['zh-CN'];
  }
}
