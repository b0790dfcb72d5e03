import { say } from '../../../http/handler.ts';

export const coursewareMessages = {
  notFound: () => say('没有这个课件', 'There is no such courseware'),
  notYours: () => say('只有制作人和学校管理员可以修改', 'Only its maker and the school’s administrators change it'),
  fileUnknown: () => say('没有这个文件，请重新上传', 'There is no such file: upload it again'),
  fileMissing: () => say('请先上传文件', 'Upload a file first'),
  oneFile: () => say('这种课件只有一个文件', 'Courseware of this kind has one file'),
  fileKind: () => say('文件与课件类型不符', 'The file is not of this kind'),
  textMissing: () => say('请写正文', 'Write its text'),
  linkMissing: () => say('请填写网址', 'Give its address'),
  tooLong: (minutes: number) => say(`时长不能超过 ${minutes} 分钟`, `It may last at most ${minutes} minutes`),
  durationMissing: () => say('读不出时长，浏览器可能放不了这个文件', 'Its length can’t be read: browsers may not play this file'),
  pagesMissing: () => say('读不出页数，文件可能已损坏', 'Its pages can’t be counted: the file may be damaged'),
  slidesMixed: () => say('幻灯片要么是一个 PDF，要么是若干图片', 'Slides are one PDF, or pictures'),
  questionsMissing: () => say('请选题目', 'Choose its questions'),
  questionTwice: () => say('同一道题选了两次', 'A question is chosen twice'),
  questionUnknown: () => say('有题目不在本校题库里，或者没有启用', 'Some question is not in use in this school’s bank'),
  inCourses: (count: number) =>
    say(`${count} 门课程在用，请先从课程里移出`, `${count} ${count === 1 ? 'course uses' : 'courses use'} it: take it out there first`),
};
