import { createCatalogue } from '../../lib/create-catalogue.ts';

/**
 * Texts of the player for homework and mock tests, which replace the exam's text of the same key: there is a teacher, but no room and no
 * invigilator.
 */
export const assignmentSittingTexts = createCatalogue({
  'player.timeUnconfirmed': [
    '这台设备休眠过、重启过或改过时钟，又联系不上服务器，剩余时间是估计的，以服务器时间为准。请继续作答；截止以后的作答会如实注明，由老师决定是否计入。',
    "This device slept, restarted or had its clock changed, and the server cannot be reached. The time left is an estimate; the server's time decides. Keep working: answers written after the deadline are marked, and your teacher decides whether they count.",
  ],
  'player.untrusted': [
    '断网时不要刷新或关闭本页：浏览器不信任这个网站的证书，断网后本页不能重新打开。请告诉老师。',
    'Do not reload or close this page while offline: the browser does not trust this site’s certificate, so the page cannot be opened again without a network. Tell your teacher.',
  ],
  'player.noWorker': [
    '断网时不要刷新或关闭本页：这台设备没有装上离线程序，断网后本页不能重新打开。可以换用 Chrome 或 Edge 的普通窗口。',
    'Do not reload or close this page while offline: the offline program is not installed on this device, so the page cannot be opened again without a network. A normal window of Chrome or Edge works offline.',
  ],
  'player.minutesLeft': ['距离截止还有 {{minutes}} 分钟', '{{minutes}} {{minutes|minute|minutes}} until the deadline'],
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
  'player.safe': ['您的答案都安全地保存在这台设备上。', 'Your answers are safe on this device.'],
  'overlay.movedTitle': ['已转到另一台设备', 'Moved to another device'],
  'overlay.moved': [
    '这里不能再作答：您正在另一台设备上作答。这台设备上的答案都保留着，并会继续送达服务器；转走以前没有送达的，由老师看过后决定是否计入。',
    'You cannot answer here because you are working on another device. Answers on this device are kept and still sent to the server. Your teacher decides whether to count any that had not arrived before the move.',
  ],
  'overlay.back': ['回到这台设备继续', 'Continue on this device'],
  'overlay.backWhy': [
    '如果是误转，或那台设备用不了，可以转回这里。那台设备上没有送达的内容同样不会丢失，由老师决定。',
    'If the move was a mistake, or the other device does not work, you can move back here. Answers the other device has not sent are not lost; your teacher decides whether they count.',
  ],
  'gate.loading': ['正在读取这台设备上的内容…', 'Reading this device…'],
  'gate.missingTitle': ['这台设备上还没有带走', 'Not downloaded to this device yet'],
  'gate.missing': [
    '题目要联网下载一次。请连上网络再打开。',
    'The questions must be downloaded once over the network. Connect and open this again.',
  ],
  'gate.elsewhereTitle': ['这一份已经开始做，这台设备上没有它的记录', 'You have already started this, but this device has no record of it'],
  'gate.moveHere': ['转到这台设备', 'Move to this device'],
  'gate.refusedTitle': ['现在不能打开', 'This cannot be opened now'],
  'gate.brokenTitle': ['没能打开', 'It could not be opened'],
  'gate.broken': ['这台设备上已保存的答案没有受影响。', 'Answers saved on this device are not affected.'],
  'gate.over': ['时间已经结束。', 'The time is up.'],
  'gate.withdrawnTitle': ['老师已撤回', 'Your teacher has withdrawn this'],
  'gate.withdrawn': [
    '不用再做了，写过的都保留着。理由：{{reason}}',
    'You do not need to finish it. What you wrote is kept. Reason: {{reason}}',
  ],
  'gate.home': ['返回首页', 'Back to the home page'],
  'overlay.leave': ['返回首页', 'Back to the home page'],
  'move.why': [
    '您可能在另一台设备上做过，也可能是这台设备的浏览器数据被清除了。',
    'Either you started on another device, or the browser data of this device was cleared.',
  ],
  'move.cleared': [
    '数据被清除：服务器收到的作答都在，转到这里就能接着做。没有送达的已不在这台设备上，请告诉老师。',
    'If the data was cleared: the server still has every answer it received, and you can continue here. Answers that had not been sent are no longer on this device. Tell your teacher.',
  ],
  'move.rest': [
    '那台设备此后写下的内容可能还没有送到服务器。它们不会丢失，但转到这里以后不会自动计入，要等老师看过后决定。',
    'Answers written on the other device since may not have reached the server. They are not lost, but after you move here they do not count automatically; your teacher decides.',
  ],
  'move.better': ['最好回到那台设备继续，', 'It is best to continue on the other device,'],
  'move.betterMore': [
    '或者先让它连上网络，等内容送达后再转过来（点“重新查看”可以看到最新情况）。那台设备确实用不了时，才转到这里。',
    'or connect it to a network first and move once its answers have been sent (press “Check again” to refresh). Move here only if that device cannot be used.',
  ],
  'move.question': ['您是否已经在另一台设备上交过？', 'Have you already handed in on the other device?'],
  'move.questionWhy': [
    '在那台设备上交过、但它一直没有网络时，服务器还不知道。这时转到这里重新作答，那边交的就不再自动算数。',
    'If you handed in there and it has had no network since, the server does not know about it yet. If you answer here now, that hand-in no longer counts automatically.',
  ],
  'move.didHandIn': ['已经交过', 'I have handed in'],
  'move.didNot': ['没有交过，转到这台设备', 'I have not handed in, move to this device'],
  'move.handedIn': [
    '您交的在那台设备上，连上网络后会自动送达。请先让那台设备连上网络；送达以后，在这里也能看到。',
    'Your hand-in is on the other device and is sent once it has a network. Connect that device first. Once the hand-in is sent, you can see it here too.',
  ],
  'left.note': [
    '换设备以前，这台设备上有 {{count}} 题的作答没有送达，没有计入。',
    'Before you changed devices, answers to {{count}} {{count|question|questions}} on this device were not sent, so they do not count.',
  ],
  'left.title': ['换设备以前写在这里、没有计入的作答', 'Answers written here before you changed devices that do not count'],
  'left.lead': [
    '它们没有丢失，老师也能看到。截止以前，您可以把需要的重新作答一次；之后又答过的题，请在两者之间选择。',
    'They are not lost, and your teacher can see them. Until the deadline you can enter the ones you need again. Where you have answered again since, choose between the two.',
  ],
  'left.since': ['换设备后作答', 'answered after changing devices'],
  'files.ways': [
    '二维码不带照片和文件；没有网络时，请导出作答文件。',
    'QR codes do not carry photos or files. Without a network, export the answer file.',
  ],
  'export.done': [
    '已导出 {{name}}（{{count}} 条，已加密）。请交给老师。',
    'Exported {{name}} ({{count}} {{count|record|records}}, encrypted). Give it to your teacher.',
  ],
  'export.unread': [
    '已导出，但有 {{count}} 条本机没有读出来。请不要清除这台设备上的数据，并告诉老师。',
    'Exported, but this device could not read {{count}} {{count|record|records}}. Do not clear its data, and tell your teacher.',
  ],
  'receipt.titleTimeout': ['时间到，已自动交卷', 'Time is up. Handed in automatically'],
  'receipt.heldTimeoutTitle': [
    '时间到，已在本机自动交卷，等待送达',
    'Time is up. Handed in automatically on this device, waiting to be sent',
  ],
  'receipt.code': [
    '回执码：可以抄下来，老师凭它核对这次上交',
    'Receipt code: write it down. Your teacher can use it to check this hand-in',
  ],
  'receipt.check_forged': ['回执的签名核对不上，请告诉老师', 'The signature of the receipt is not valid. Tell your teacher'],
  'receipt.check_differs': [
    '回执与本机的作答不一致，请告诉老师',
    'The receipt does not match the answers on this device. Tell your teacher',
  ],
  'receipt.quarantined': [
    '有 {{count}} 条记录没有计入，由老师处理',
    '{{count}} {{count|entry|entries}} {{count|does|do}} not count. Your teacher will check them',
  ],
  'receipt.waitingTitle': ['还没有全部送达', 'Not everything has been sent'],
  'receipt.waiting': [
    '{{safe}}还有 {{count}} 条没有送到服务器。下次在这台设备上有网络时打开，会自动送达。请不要清除浏览器数据。',
    '{{safe}} {{count}} {{count|entry|entries}} {{count|has|have}} not reached the server. {{count|It is|They are}} sent the next time you open this page on this device with a network. Do not clear the browser data.',
  ],
  'receipt.undecidedTitle': [
    '有 {{count}} 条作答等老师决定',
    "{{count}} {{count|answer|answers}} {{count|awaits|await}} your teacher's decision",
  ],
  'receipt.undecided': [
    '服务器已收齐您的全部内容，没有丢失。其中 {{count}} 条是换设备前后或上交以外写下的，不会自动计入，由老师看过后决定。',
    'The server has received everything. {{count}} {{count|answer|answers}} {{count|was|were}} written around a change of devices or outside the hand-in; {{count|it does|they do}} not count automatically, and your teacher decides.',
  ],
  'receipt.lackingTitle': ['还缺 {{count}} 条作答记录', '{{count}} {{count|entry|entries}} {{count|is|are}} missing'],
  'receipt.lacking': [
    '它们写在之前用过的设备上，或随存储丢失了；这台设备上的已全部送达。请在那台设备上联网打开，找不回时告诉老师。',
    'They were written on a device used earlier, or were lost with its storage. Everything on this device has been sent. Open that device with a network. If the answers cannot be recovered, tell your teacher.',
  ],
  'receipt.differTitle': ['请告诉老师', 'Tell your teacher'],
  'receipt.differ': [
    '服务器与这台设备的记录不一致，请不要清除浏览器数据。',
    'The records on the server and on this device do not match. Do not clear the browser data.',
  ],
  'receipt.doneTitle': ['已全部送达', 'Everything has been sent'],
  'receipt.home': ['返回列表', 'Back to the list'],
  'player.performed': ['这道题由老师当面评分，不在这里作答。', 'Your teacher marks this question in person. You do not answer it here.'],
  'overlay.extendedTitle': ['老师延长了时间：{{length}}', 'Your teacher extended the time: {{length}}'],
  'overlay.extended': ['新的截止时间见列表。', 'The list shows the new deadline.'],
  'release.startsIn': ['离开放还有', 'Opens in'],
  'release.startsAt': ['{{time}} 开放 · 时长 {{minutes}} 分钟', 'Opens at {{time}} · {{minutes}} {{minutes|minute|minutes}}'],
  'release.ready': [
    '题目已在这台设备上，开放时联网自动打开，打开后断网也能做。',
    'The questions are on this device and open by themselves at the opening time. You need the network briefly to open them; after that you can work offline.',
  ],
  'release.opening': ['正在打开…', 'Opening…'],
  'release.started': ['已经开放', 'Open now'],
  'release.startedUnsure': ['按本机时钟已经开放（未核对）', "Open by this device's clock (not confirmed)"],
  'release.offline': [
    '现在连不上服务器，打不开题目。系统会一直自动重试，连上后立即打开，不用刷新；在有网的地方点一次“带走”，以后没有网也能打开。',
    'The server cannot be reached, so the questions cannot be opened. They open as soon as the connection is back; you do not need to reload. If you press “Download” where there is a network, you can open them without one later.',
  ],
  'release.refused': ['还不能打开：{{reason}}', 'It cannot be opened yet: {{reason}}'],
  'gate.entryClosed': ['已过开始时间，请联系老师', 'It is too late to start. Ask your teacher'],
});
