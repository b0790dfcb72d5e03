import { wordPairs } from '../../lib/word-pairs.ts';

/**
 * Texts of the player for homework and mock tests, which replace the exam's text of the same key: there is a teacher, but no room and no
 * invigilator.
 */
export const taskSittingTexts = wordPairs({
  'player.timeUnconfirmed': [
    '这台设备休眠过、重启过或改过时钟，又联系不上服务器，剩余时间是估计的，以服务器时间为准。请继续作答；截止以后的作答会如实注明，由老师决定是否计入。',
    'This device slept, restarted or had its clock changed, and the server cannot be reached: the time left is an estimate, the server decides. Go on; what is written after the end will be marked so, and your teacher decides whether it counts.',
  ],
  'player.untrusted': [
    '浏览器不信任这个网站的证书，断网后本页不能重新打开。断网时不要刷新或关闭本页，并告诉老师。',
    'The browser does not trust this site’s certificate, so this page cannot be opened again without a network. While you are offline, do not reload or close it, and tell your teacher.',
  ],
  'player.minutesLeft': ['距离截止还有 {{minutes}} 分钟', '{{minutes}} minutes until the time is over'],
  'player.copies.journal': [
    '这台设备的磁盘已满或出错，作答只剩一份保存。可以继续作答，但请不要关闭本页面，等送到服务器以后再离开。',
    "This device's disk is full or has failed: only one copy of your answers is left. You can go on, but do not close this page before they have reached the server.",
  ],
  'player.copies.doubtful': [
    '这台设备的磁盘已满或出错，还没有送到服务器的作答在这里已没有可靠的保存。请不要关闭本页面，连上网络送达，或导出作答文件交给老师。',
    "This device's disk is full or has failed: answers that have not reached the server are no longer saved here. Do not close this page; connect to a network, or export the answer file for your teacher.",
  ],
  'player.failure.quota': [
    '最近的作答没有保存成功：这台设备的存储空间不足。内容仍在屏幕上，请不要关闭页面，先清出一些空间；系统会自动重试。',
    'Your last entry was not saved: this device is out of storage. It is still on the screen. Do not close the page, and make some room; we keep trying.',
  ],
  'player.failure.storage': [
    '最近的作答没有保存成功：这台设备无法写入。内容仍在屏幕上，请不要关闭页面，先把它抄下来；系统会自动重试。',
    'Your last entry was not saved: this device cannot write. It is still on the screen. Do not close the page, and copy it down; we keep trying.',
  ],
  'player.safe': ['你的答案都安全地保存在这台设备上。', 'Your answers are safe on this device.'],
  'overlay.movedTitle': ['已转到另一台设备', 'Moved to another device'],
  'overlay.moved': [
    '这里不能再作答：你正在另一台设备上做。这台设备上的答案都保留着，并会继续送达服务器；转走以前没有送达的，由老师看过后决定是否计入。',
    'You are going on at another device, and nothing is answered here any more. The answers on this device are kept and still go to the server; of what had not arrived before, your teacher decides whether it counts.',
  ],
  'overlay.back': ['回到这台设备继续', 'Go on at this device'],
  'overlay.backWhy': [
    '如果是误转，或那台设备用不了，可以转回这里。那台设备上没有送达的内容同样不会丢失，由老师决定。',
    'If that was a mistake, or the other device fails, come back here. What has not arrived from it is not lost either; your teacher decides.',
  ],
  'gate.loading': ['正在读取这台设备上的内容…', 'Reading what is on this device…'],
  'gate.missingTitle': ['这台设备上还没有带走', 'Not taken along on this device'],
  'gate.missing': ['题目要在有网络时取一次。请连上网络再打开。', 'It is fetched once, with a network. Connect, and open it again.'],
  'gate.elsewhereTitle': ['这一份已经开始做，这台设备上没有它的记录', 'You have begun this, and this device has no record of it'],
  'gate.moveHere': ['转到这台设备', 'Go on at this device'],
  'gate.refusedTitle': ['现在不能打开', 'It cannot be opened now'],
  'gate.brokenTitle': ['没有打开', 'It did not open'],
  'gate.broken': ['这台设备上已保存的答案没有受影响。', 'What is saved on this device is as it was.'],
  'gate.over': ['时间已经结束。', 'The time is over.'],
  'gate.withdrawnTitle': ['老师已撤回', 'Withdrawn by your teacher'],
  'gate.withdrawn': [
    '不用再做了，写过的都保留着。理由：{{reason}}',
    'Nothing is to be done any more; what you wrote is kept. The reason: {{reason}}',
  ],
  'gate.home': ['返回首页', 'To the first page'],
  'overlay.leave': ['返回首页', 'To the first page'],
  'move.why': [
    '你可能在另一台设备上做过，也可能是这台设备的浏览器数据被清除了。',
    'Either you began at another device, or the browser data of this device was cleared.',
  ],
  'move.cleared': [
    '数据被清除：服务器收到的作答都在，转到这里就能接着做。没有送达的已不在这台设备上，请告诉老师。',
    'If the data was cleared: the server has every answer that it received, and you can go on here. What had not been delivered is no longer on this device; tell your teacher.',
  ],
  'move.rest': [
    '那台设备此后写下的内容可能还没有送到服务器。它们不会丢失，但转到这里以后不会自动计入，要等老师看过后决定。',
    'What was written at that device since may not have reached the server. It is not lost, but once you go on here it does not count by itself; your teacher decides.',
  ],
  'move.better': ['最好回到那台设备继续，', 'Better go on at that device,'],
  'move.betterMore': [
    '或者先让它连上网络，等内容送达后再转过来（点“再看一次”可以看到最新情况）。那台设备确实用不了时，才转到这里。',
    'or connect it first and come over once everything has arrived (“Look again” shows the newest). Go on here only where that device cannot be used.',
  ],
  'move.question': ['你是否已经在另一台设备上交过？', 'Have you handed it in at the other device?'],
  'move.questionWhy': [
    '在那台设备上交过、但它一直没有网络时，服务器还不知道。这时转到这里重新作答，那边交的就不再自动算数。',
    'If you have, and it never had a network, the server does not know yet. If you answer here now, what was handed in there no longer counts by itself.',
  ],
  'move.didHandIn': ['已经交过', 'I have'],
  'move.didNot': ['没有交过，转到这台设备', 'I have not; go on here'],
  'move.handedIn': [
    '你交的在那台设备上，连上网络后会自动送达。请先让那台设备连上网络；送达以后，在这里也能看到。',
    'What you handed in is on that device and is delivered once it has a network. Connect it first; then it can be seen here too.',
  ],
  'left.note': [
    '换设备以前，这台设备上有 {{count}} 题的作答没有送达，没有计入。',
    'Before you changed devices, answers to {{count}} questions here had not arrived; they do not count.',
  ],
  'left.title': ['换设备以前写在这里、没有计入的作答', 'Written here before you changed devices, and not counted'],
  'left.lead': [
    '它们没有丢失，老师也能看到。截止以前，你可以自己把需要的重新作答一次；之后又答过的题，请在两者之间选择。',
    'They are not lost, and your teacher sees them. Until it is due you can give them again yourself; where you have answered since, choose between the two.',
  ],
  'left.since': ['换设备后作答', 'Answered since'],
  'files.ways': [
    '二维码不带照片和文件；没有网络时，请导出作答文件。',
    'Codes carry no photos or files: without a network, export the answers.',
  ],
  'export.done': [
    '已导出 {{name}}（{{count}} 条，已加密）。请交给老师。',
    'Exported {{name}} ({{count}} entries, sealed). Give it to your teacher.',
  ],
  'export.unread': [
    '已导出，但有 {{count}} 条本机没有读出来。请不要清除这台设备上的数据，并告诉老师。',
    'Exported, but {{count}} entries could not be read. Do not clear the data of this device, and tell your teacher.',
  ],
  'receipt.titleTimeout': ['时间到，已自动交卷', 'Time is up; handed in'],
  'receipt.heldTimeoutTitle': ['时间到，已在本机自动交卷，等待送达', 'Time is up; handed in on this device, to be delivered'],
  'receipt.code': ['回执码：可以抄下来，老师凭它核对这次上交', 'Receipt code: note it down, your teacher can check the hand-in by it'],
  'receipt.check_forged': ['回执的签名核对不上，请告诉老师', 'The signature of the receipt is not right. Please tell your teacher'],
  'receipt.check_differs': ['回执与本机的作答不一致，请告诉老师', 'The receipt differs from the answers here. Please tell your teacher'],
  'receipt.quarantined': ['有 {{count}} 条记录没有计入，由老师处理', '{{count}} entries do not count; your teacher looks into it'],
  'receipt.waitingTitle': ['还没有全部送达', 'Not yet delivered'],
  'receipt.waiting': [
    '{{safe}}还有 {{count}} 条没有送到服务器。下次在这台设备上有网络时打开，会自动送达。请不要清除浏览器数据。',
    '{{safe}} {{count}} entries have not reached the server. They go out when the page is next opened here with a network. Do not clear the browser’s data.',
  ],
  'receipt.undecidedTitle': ['有 {{count}} 条作答等老师决定', '{{count}} answers wait for your teacher'],
  'receipt.undecided': [
    '服务器已收齐你的全部内容，没有丢失。其中 {{count}} 条是换设备前后或上交以外写下的，不会自动计入，要由老师看过后决定。',
    'The server has everything, and nothing is lost. {{count}} of it were written around a change of devices or beside the hand-in and do not count by themselves; your teacher decides.',
  ],
  'receipt.lackingTitle': ['还缺 {{count}} 条作答记录', '{{count}} entries are missing'],
  'receipt.lacking': [
    '它们写在之前用过的设备上，或随存储丢失了；这台设备上的已全部送达。请在那台设备上联网打开，找不回时告诉老师。',
    'They were written on a device used before, or were lost with its storage. Everything on this device is delivered. Open that device with a network; if that is impossible, tell your teacher.',
  ],
  'receipt.differTitle': ['请告诉老师', 'Please tell your teacher'],
  'receipt.differ': [
    '服务器与这台设备的记录不一致，请不要清除浏览器数据。',
    'The server and this device differ; do not clear the browser’s data.',
  ],
  'receipt.doneTitle': ['已全部送达', 'Everything has arrived'],
  'receipt.home': ['返回列表', 'Back to the list'],
  'player.performed': ['这道题由老师当面评分，不在这里作答。', 'Your teacher marks this one while you do it; nothing is answered here.'],
  'overlay.extendedTitle': ['老师延长了时间：{{length}}', 'Your teacher gave you {{length}} more'],
  'overlay.extended': ['新的截止时间见列表。', 'The list says until when.'],
  'release.startsIn': ['离开放还有', 'Opens in'],
  'release.startsAt': ['{{time}} 开放 · 时长 {{minutes}} 分钟', 'Opens at {{time}} · {{minutes}} minutes'],
  'release.ready': [
    '题目已在这台设备上，开放时联网自动打开，打开后断网也能做。',
    'The questions are on this device. Opening them takes the network for a moment; after that you can work offline.',
  ],
  'release.opening': ['正在打开…', 'Opening it…'],
  'release.started': ['已经开放', 'It is open'],
  'release.startedUnsure': ['按本机时钟已经开放（未核对）', 'It is open by the clock of this device (not confirmed)'],
  'release.offline': [
    '现在连不上服务器，打不开题目。系统会一直自动重试，连上后立即打开，不用刷新；在有网的地方点一次“带走”，以后没有网也能打开。',
    'The server cannot be reached, so the questions cannot be opened. We keep trying by ourselves and open them at once; there is nothing to reload. What is taken along where there is a network opens without one later.',
  ],
  'release.refused': ['还不能打开：{{reason}}', 'It cannot be opened yet: {{reason}}'],
  'gate.entryClosed': ['已过开始的时间，请问老师', 'It can no longer be begun; ask your teacher'],
});

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    taskSitting: (typeof taskSittingTexts)['zh-CN'];
  }
}
