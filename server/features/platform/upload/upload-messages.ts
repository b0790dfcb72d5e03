import { listUploadKinds, uploadKinds, type UploadFamily, type UploadKind } from '../../../../sync/contract/platform/upload.ts';
import { heicMessage } from '../../../../sync/domain/heic-message.ts';
import { type Message, say } from '../../../http/handler.ts';
import { formatMegabytes } from '../../../../sync/domain/numbers.ts';

const listKindLabels = (families: readonly UploadFamily[]): readonly string[] =>
  listUploadKinds(families).map((kind) => uploadKinds[kind].label);
const families: Readonly<Record<UploadFamily, Message>> = {
  image: say('图片', 'A picture'),
  document: say('文档', 'A document'),
  media: say('音视频', 'An audio or video file'),
};

export const uploadMessages = {
  notForm: (): Message => say('上传须使用 multipart/form-data 表单', 'An upload must be a multipart/form-data form'),
  malformed: (): Message => say('上传的表单内容不完整或格式不正确', 'The upload form is incomplete or malformed'),
  noFile: (): Message => say('没有收到文件', 'No file was received'),
  emptyFile: (): Message => say('文件是空的', 'The file is empty'),
  oneFile: (): Message => say('一次只能上传一个文件', 'One file at a time'),
  noSchool: (): Message => say('缺少学校编号', 'The school is missing'),
  badSchool: (): Message => say('学校编号应为正整数', 'The school ID must be a positive whole number'),
  unknownSchool: (): Message => say('没有这所学校', 'There is no such school'),
  otherSchool: (): Message => say('只能上传到自己所在的学校', 'You can upload only to your own school'),
  badFamily: (): Message => say('文件类别只能是：image、document、media', 'The kind of file must be one of: image, document, media'),
  notTaken: (taken: readonly UploadFamily[], kind?: UploadKind): Message => ({
    'zh-CN': `${kind === undefined ? '无法识别文件内容' : `文件内容是 ${uploadKinds[kind].label}`}，这里只接受：${listKindLabels(taken).join('、')}`,
    en: `${kind === undefined ? 'The content is of no known kind' : `The content is ${uploadKinds[kind].label}`}; taken here: ${listKindLabels(taken).join(', ')}`,
  }),
  heic: (): Message => ({ 'zh-CN': heicMessage[0], en: heicMessage[1] }),
  markup: (): Message => say('文件里有网页或脚本代码，不能上传', 'The file contains web page or script code and cannot be uploaded'),
  scripted: (): Message =>
    say(
      '这个 PDF 带脚本，不能上传。请打印成新的 PDF（另存为不带脚本的）再传',
      'This PDF contains a script and cannot be uploaded. Print it to a new PDF and upload that',
    ),
  twoInOne: (): Message =>
    say('图片后面还附着别的内容，请重新保存图片后再上传', 'The picture has other content appended. Save it again and retry'),
  macros: (): Message => say('文档带有宏，请另存为不带宏的格式后再上传', 'The document contains macros. Save it without macros and retry'),
  damaged: (): Message => say('文件不完整或已损坏', 'The file is incomplete or damaged'),
  tooManyPixels: (): Message => say('图片尺寸过大，请缩小后再上传', 'The picture has too many pixels. Reduce its size and retry'),
  tooLarge: (family: UploadFamily, maxBytes: number): Message =>
    say(
      `${families[family]['zh-CN']}不能超过 ${formatMegabytes(maxBytes)} MB`,
      `${families[family].en} may have at most ${formatMegabytes(maxBytes)} MB`,
    ),
  tooMany: (): Message => say('一小时内上传的文件太多，请稍后再试', 'Too many uploads within an hour; please try again later'),
  tooMuchToday: (): Message =>
    say('您今天上传的文件已达总量上限，请明天再试', "You have reached today's upload limit. Please continue tomorrow"),
  tooManyAtOnce: (): Message =>
    say('您同时上传的文件太多，请等待其中一些传完', 'You are uploading too many files at once. Wait until some are finished'),
  noRoom: (): Message =>
    say(
      '服务器磁盘空间不足，暂时不能上传，请联系管理员',
      'The server is low on disk space, so uploads are not possible at the moment. Ask the administrator',
    ),
  staffMedia: (): Message => say('音视频只能由教师和管理人员上传', 'Only teachers and administrators can upload audio and video'),
  unfinished: (): Message => say('文件还没有传完，请继续上传', 'The upload is not complete. Continue it'),
  notPlayed: (): Message =>
    say(
      '浏览器放不了、也打不开这种文件，请转成 MP4（H.264）、WebM、MP3、PDF、Office 文档或图片',
      'Browsers can neither play nor open this kind of file. Convert it to MP4 (H.264), WebM, MP3, PDF, an Office document or a picture',
    ),
  gone: (): Message => say('文件不存在', 'This file does not exist'),
};
