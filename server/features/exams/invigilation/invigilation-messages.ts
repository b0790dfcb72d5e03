import { say } from '../../../http/handler.ts';

export const invigilationMessages = {
  /** The same message whether or not the room exists, so that it reveals nothing to others. */
  noDuty: () => say('您没有这个考场的监考任务', 'You have no duty in this room'),
  withdrawn: (reason: string) => say(`考试已撤回：${reason}`, `The exam was called off: ${reason}`),
  noAct: () => say('没有这项操作', 'There is no such act'),
  notOpen: () => say('这项操作已有结论，不再等待裁定', 'This act is settled and waits for nobody'),
  released: () => say('成绩已公布，不能再采纳这项操作', 'The scores are released: this act can no longer be taken'),
  noExaminee: () => say('考试中没有这名考生', 'The exam has no such examinee'),
  cameraUnasked: () => say('这场考试没有要求使用摄像头', 'This exam does not use the camera'),
  cameraUnfit: () => say('照片不是约定的格式或超过大小上限，未被接收', 'The picture has another format or is too large; it was not taken'),
  cameraFull: () => say('这次考试的照片数量已达上限，未被接收', 'This attempt has as many pictures as are taken; it was not taken'),
  cameraNoSpace: () =>
    say(
      '服务器要把剩余空间留给作答，照片仍在本机，稍后再传',
      'The server leaves its space to the answers; the picture stays on the PC and is sent later',
    ),
};
