import { wordPairs } from '../../lib/word-pairs.ts';

/** Rooms without a network: what opens their papers, what brings their answers, what is still owed. */
export const offlineTexts = wordPairs({
  codes: ['开考码', 'Start codes'],
  codesText: [
    '考场断网时，考生输入本考场的开考码打开试卷。开考前 5 分钟内再公布；谁查看过会记入审计日志。',
    'Where a room has no network, its examinees type its code to open the paper. Show it from five minutes before the start; whoever looks is named in the audit log.',
  ],
  showCodes: ['显示开考码', 'Show the codes'],
  hideCodes: ['收起', 'Hide'],
  noRoom: ['未编考场的考生', 'Examinees without a room'],
  spare: ['把这台电脑备为该考场的备用机', 'Make this PC a spare of the room'],
  spareReady: ['已备好 {{n}} 个座位。换机时打开本机的 /spare 页', '{{n}} seats are ready. To go on here, open /spare on this PC'],
  spareCode: ['换机码', 'Spare PC code'],
  spareCodeText: [
    '{{name}}（{{seat}}）凭这个码在备用机的 /spare 页继续考试。请先核对本人。',
    '{{name}} ({{seat}}) goes on with this code on the /spare page of a spare PC. Check who it is first.',
  ],
  close: ['关闭', 'Close'],
  people: ['{{n}} 人', '{{n}} people'],
  codesLater: ['发布后才有开考码。', 'There are codes once the exam is published.'],
  check: ['核对回执码', 'Check a receipt code'],
  checkText: [
    '考生交卷后抄下的 10 位回执码。无网络交卷时也有；对得上，就是这份交卷。',
    'The 10 characters an examinee wrote down after handing in, with or without a network. Where they agree, it is that hand-in.',
  ],
  checkCode: ['回执码', 'Receipt code'],
  checkDo: ['核对', 'Check'],
  checkWhole: ['{{who}}：{{time}} 的交卷，已全部收到', '{{who}}: handed in at {{time}}, all of it is here'],
  checkPart: ['{{who}}：{{time}} 的交卷，作答还没有收齐', '{{who}}: handed in at {{time}}, not all of it is here yet'],
  checkOther: ['{{who}}：{{time}} 的交卷已收到，但不以它为准', '{{who}}: the hand-in of {{time}} is here, but is not the one that counts'],
  checkNone: [
    '没有收到这份交卷：请从考生电脑导出作答文件导入，或让它联网送达。',
    'That hand-in has not arrived: import the answer file of its PC, or let the PC deliver it.',
  ],
  import: ['导入作答文件', 'Import answer files'],
  importText: [
    '考生机一直连不上网时，在它的交卷页或“本机自检”页导出作答文件，用 U 盘带到这里导入。重复导入不会重复计入；文件里的作答是加密的。',
    'A PC whose network never came back writes a file on its hand-in page or its self-check page; bring it here. Importing twice counts nothing twice, and the answers in the file are sealed.',
  ],
  choose: ['选择文件', 'Choose files'],
  drop: ['或把文件拖到这里，可一次多个', 'or drop them here, several at once'],
  importing: ['正在导入 {{file}}', 'Importing {{file}}'],
  good: ['已全部收到', 'All of it is here'],
  partly: ['部分收到', 'Part of it is here'],
  bad: ['没有导入', 'Nothing was imported'],
  added: ['新收 {{count}} 条作答记录', '{{count}} new records'],
  addedNone: ['没有新内容：这些作答先前已经收到，没有重复计入', 'Nothing new: these answers were here already and count once'],
  nowWhole: ['{{name}}（{{seat}} {{ticket}}）已交卷并收齐', '{{name}} ({{seat}} {{ticket}}): handed in, all of it is here'],
  nowMissing: ['{{name}}（{{seat}} {{ticket}}）还没有收齐', '{{name}} ({{seat}} {{ticket}}): not all of it is here yet'],
  fault_none: ['这不是作答文件。', 'This is no answer file.'],
  fault_newer: ['这个文件来自更新的版本，请先升级服务器。', 'This file is of a newer version: upgrade the server first.'],
  fault_large: ['文件过大，不是作答文件。', 'This file is too large to be an answer file.'],
  damaged: [
    '文件有 {{count}} 处损坏或被改动，这些部分没有采用；其余部分照常收下。请在考生机上重新导出一次再导入。',
    '{{count}} parts of the file are damaged or altered and were left out; the rest was taken. Export it again on the PC and import that.',
  ],
  missing: [
    '文件不完整，缺 {{count}} 部分。请重新拷贝或重新导出。',
    'The file is cut off: {{count}} parts are missing. Copy or export it again.',
  ],
  aside: [
    '有 {{count}} 部分与已收到的内容矛盾，或被人改动过：已另存备查，不计入，请到“考试情况”查看。',
    '{{count}} parts contradict what is here, or somebody altered them: kept aside, not counted. See the progress page.',
  ],
  gap: [
    '有 {{count}} 部分前面缺内容，暂时接不上。请重新导出完整的文件。',
    '{{count}} parts have nothing to follow on yet. Export the whole file again.',
  ],
  otherExam: [
    '有 {{count}} 部分是别的考试的作答，这里没有收。请到那场考试导入。',
    '{{count}} parts are of another exam and were not taken here. Import them there.',
  ],
  foreign: [
    '有 {{count}} 部分的凭证不是本系统签发的，没有收。',
    '{{count}} parts carry a permit that this server never gave, and were not taken.',
  ],
  busy: [
    '有 {{count}} 部分服务器暂时没收下，请稍后再导入一次同一文件。',
    'The server could not take {{count}} parts just now: import the same file again in a while.',
  ],
  failed: [
    '导入中断：{{reason}}。再次导入同一文件会接着进行。',
    'Import broke off: {{reason}}. Import the same file again and it goes on.',
  ],
  ledger: ['收卷台账', 'Ledger'],
  ledgerCaption: ['逐座位收卷情况', 'What each seat still owes'],
  closed: ['全部收齐或已豁免，考场可以关闭', 'Everything is here or waived: the rooms may close'],
  open: ['还有 {{count}} 个座位没有收齐', '{{count}} seats still owe something'],
  onlyOpen: ['只看没有收齐的', 'Only what is owed'],
  seat: ['座位', 'Seat'],
  person: ['姓名', 'Name'],
  ticket: ['准考证号', 'Ticket number'],
  state: ['收卷', 'Collected'],
  received: ['已收', 'Received'],
  heard: ['最近联系', 'Last heard'],
  heardNever: ['未联系', 'Not heard'],
  state_whole: ['已收齐', 'Complete'],
  state_missing: ['已交卷，缺 {{n}} 条', 'Handed in, {{n}} records missing'],
  state_running: ['考试中', 'In exam'],
  state_unfinished: ['没有交卷，可能还有作答在考生机上', 'No hand-in: its PC may hold more'],
  state_nothing: ['进过考场，什么都没收到', 'Took the seat, and nothing came'],
  state_waived: ['已豁免', 'Waived'],
  state_away: ['未到', 'Never came'],
  waivedBy: ['{{by}}：{{reason}}', '{{by}}: {{reason}}'],
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    offline: (typeof offlineTexts)['zh-CN'];
  }
}
