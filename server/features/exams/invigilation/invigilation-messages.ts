import { say } from '../../../http/handler.ts';

export const invigilationMessages = {
  /** The message is the same whether or not the room exists, so that it reveals nothing to people without duty there. */
  noDuty: () => say('您没有这个考场的监考任务', 'You are not an invigilator of this room'),
  withdrawn: (reason: string) => say(`考试已撤回：${reason}`, `The exam was withdrawn: ${reason}`),
  noAct: () => say('没有这项操作', 'This action does not exist'),
  notOpen: () => say('这项操作已有结论，不再等待裁定', 'This action is already decided'),
  released: () => say('成绩已公布，不能再采纳这项操作', 'The scores are released. This action can no longer be accepted'),
  noExaminee: () => say('考试中没有这名考生', 'This examinee is not in the exam'),
  cameraUnasked: () => say('这场考试没有要求使用摄像头', 'This exam does not use the camera'),
  cameraUnfit: () =>
    say('照片不是约定的格式或超过大小上限，未被接收', 'The picture has the wrong format or is too large. It was not accepted'),
  cameraFull: () => say('这次考试的照片数量已达上限，未被接收', 'The limit of pictures for this exam is reached. It was not accepted'),
  cameraNoSpace: () =>
    say(
      '服务器要把剩余空间留给作答，照片仍在本机，稍后再传',
      'The server keeps its remaining space for answers. The picture stays on this PC and is sent later',
    ),
};
