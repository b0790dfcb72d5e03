import { createCatalogue } from '../../lib/create-catalogue.ts';

/** Texts for staff about the camera at an examinee's PC. */
export const cameraTexts = createCatalogue({
  title: ['摄像头记录', 'Camera'],
  lead: [
    '照片只有本考场监考员和学校考务人员能看到，过了考试档案的保存期限自动删除。',
    'Only the invigilators of the room and the exam staff of the school can see the pictures. They are deleted when the retention of the exam is over.',
  ],
  none: ['还没有收到照片。', 'No picture has arrived yet.'],
  kind_entry: ['入场照片', 'Photo at entry'],
  kind_still: ['考试中', 'During the exam'],
  gone: ['照片已删除', 'Picture deleted'],
  pc: ['第 {{n}} 台机器', 'PC {{n}}'],
  picture: ['{{kind}} {{time}}', '{{kind}} {{time}}'],
  outcome_taken: ['已拍照', 'Photo taken'],
  outcome_awaited: ['尚未拍照', 'No photo yet'],
  outcome_declined: ['考生选择不拍照', 'The examinee declined a photo'],
  outcome_noCamera: ['本机没有摄像头', 'The PC has no camera'],
  outcome_refused: ['浏览器不允许使用摄像头', 'The browser does not allow the camera'],
  outcome_broken: ['摄像头没有画面', 'The camera gave no picture'],
  outcome_noSpace: ['本机空间不足，未拍照', 'The PC has no space for pictures'],
});
