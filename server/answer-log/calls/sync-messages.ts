import type { PushRefusal } from '../../../sync/contract/exams/sync.ts';
import type { Message } from '../../http/handler.ts';

/** Messages about refused pushes. Each names the fault and says where the answers are, because an examinee reads it during the exam. */
export const pushMessages: Readonly<Record<PushRefusal, Message>> = {
  ticket: {
    'zh-CN': '上传凭证无效：不是本服务器签发的，或已被改动。本机上的作答仍在',
    en: 'The upload ticket is not valid: not issued by this server, or altered. The answers on this PC are still there',
  },
  attempt: {
    'zh-CN': '作答流与上传凭证不符：属于另一考生、另一场考试或另一次入座',
    en: "The stream does not agree with the upload ticket: it belongs to another examinee's attempt or another sitting",
  },
  secret: {
    'zh-CN': '作答流的密钥无法打开：不是由这次入座的设备建立的',
    en: "The stream's secret does not open: it was not made by a device of this sitting",
  },
  unknownStream: {
    'zh-CN': '服务器没有这条作答流，请从第一条连同密钥重新上传',
    en: 'The server does not have this stream: send it again from its first op, with its secret',
  },
  gap: {
    'zh-CN': '上传的作答与服务器已有的不相连，请从服务器所存的末尾接着上传',
    en: 'The ops leave a gap after what the server holds: send from there on',
  },
  chain: {
    'zh-CN': '作答的校验值不符：内容被改动或并非本人设备所写。已另行保存并上报',
    en: "The ops' hashes do not verify: altered, or not written by the device. Kept aside and reported",
  },
  fork: {
    'zh-CN': '同一作答流在此处已有另一份内容（磁盘可能被还原过）。已另行保存并上报',
    en: 'Another continuation of this stream already stands here (the disk may have been rewound). Kept aside and reported',
  },
};

export const syncMessages = {
  busy: (): Message => ({
    'zh-CN': '服务器繁忙，作答已存本机，稍后自动重传',
    en: 'The server is busy; the answers are safe on the PC and will be sent again',
  }),
  failed: (): Message => ({
    'zh-CN': '服务器暂时无法保存，作答已存本机，稍后自动重传',
    en: 'The server cannot store right now; the answers are safe on the PC and will be sent again',
  }),
  fileGone: (): Message => ({
    'zh-CN': '没有这个文件，或它的地址已过期：请重新打开该作答',
    en: 'There is no such file, or its address is too old: open the answer again',
  }),
  chunkTicket: (): Message => pushMessages.ticket,
  chunkUnnamed: (): Message => ({
    'zh-CN': '服务器还没有收到说明这个附件的作答，附件已存本机，稍后自动重传',
    en: 'The server does not have the answer that names this file yet; the file is safe on the device and will be sent again',
  }),
  chunkMismatch: (): Message => ({
    'zh-CN': '这一片与附件的记录不符：内容被改动或已损坏，请重新添加该附件',
    en: 'This piece is not what the answer names: altered or damaged. Add the file again',
  }),
  chunkUnasked: (): Message => ({
    'zh-CN': '本卷没有要求上传附件的试题，附件未被接收',
    en: 'No question of this paper asks for files; the file was not taken',
  }),
  chunksFull: (): Message => ({
    'zh-CN': '本次作答的附件总量已达上限（64 MB），这个附件仍在本机，未被接收',
    en: 'The files of this attempt have reached their limit (64 MB); this one is still on the device and was not taken',
  }),
};
