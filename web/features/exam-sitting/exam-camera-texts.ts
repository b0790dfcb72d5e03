import { createCatalogue } from '../../lib/create-catalogue.ts';

/** Texts of the camera at an examinee's PC, loaded only in exams that use it. */
export const examCameraTexts = createCatalogue({
  title: ['入场拍照', 'Photo at entry'],
  titleStills: ['考试中的摄像头', 'The camera during the exam'],
  whatEntry: [
    '请用本机摄像头拍一张本人正面照片，供监考员与报名照片核对。',
    'Please take a photo of your face with this PC’s camera. An invigilator compares it with the photo of your application.',
  ],
  whatStills: [
    '考试中，摄像头在不固定的时刻拍照，平均约每 {{minutes}} 分钟一张；不录像、不录音。',
    'During the exam the camera takes a picture at random moments, about every {{minutes}} {{minutes|minute|minutes}}. It records neither film nor sound.',
  ],
  who: [
    '照片加密保存，只有本考场的监考员和学校的考务人员能看到；保存到 {{day}}，到期删除。',
    'Pictures are encrypted. Only the invigilators of this room and the exam staff of the school can see them. They are kept until {{day}} and then deleted.',
  ],
  light: ['摄像头开启时，屏幕上会一直显示红色圆点。', 'While the camera is on, a red dot is on the screen.'],
  free: [
    '没有摄像头、摄像头坏了或不愿意拍照，都不影响考试：系统如实记录，监考员用其他方式核对身份。',
    'You can sit the exam without a camera, with a broken one, or if you do not wish to be photographed. It is recorded, and an invigilator checks your identity in another way.',
  ],
  open: ['打开摄像头', 'Turn the camera on'],
  allow: ['知道了，允许使用摄像头', 'I understand; use the camera'],
  decline: ['不拍照', 'No photo'],
  take: ['拍照', 'Take the photo'],
  again: ['重拍', 'Take it again'],
  confirm: ['使用这张照片', 'Use this photo'],
  retry: ['再试一次', 'Try again'],
  opening: ['正在打开摄像头；浏览器询问时请选择“允许”。', 'Turning the camera on. If the browser asks, choose “Allow”.'],
  live: ['请正对屏幕，脸在画面中间。', 'Face the screen, with your face in the middle of the picture.'],
  shot: ['请看清照片：使用这张，还是重拍？', 'Look at the photo: use it, or take it again?'],
  shotAlt: ['刚拍的照片', 'The photo just taken'],
  on: ['摄像头开启中', 'Camera on'],
  late: [
    '本场考试要求入场拍照，用不了半分钟，不影响作答。',
    'This exam asks for a photo at entry. It takes less than half a minute and does not affect your answers.',
  ],
  begin: ['拍照', 'Photo'],
  beginStills: ['查看说明', 'Read more'],
  later: ['稍后', 'Later'],
  back: ['返回答题', 'Back to the paper'],
  done_taken: ['照片已保存在本机，会自动送达监考员。', 'The photo is stored on this PC and reaches the invigilator by itself.'],
  done_declined: [
    '已记录：您选择不拍照。监考员会核对您的证件。',
    'Recorded: you chose not to be photographed. An invigilator will check your ID.',
  ],
  done_noCamera: [
    '没有找到摄像头，已如实记录。您可以照常考试，监考员会核对您的证件。',
    'No camera was found; this is recorded. Sit the exam as usual. An invigilator will check your ID.',
  ],
  done_refused: [
    '浏览器没有允许使用摄像头，已如实记录。您可以照常考试；要拍照，请在地址栏左侧允许摄像头，再试一次。',
    'The browser does not allow the camera; this is recorded. Sit the exam as usual. To take the photo, allow the camera beside the address bar and try again.',
  ],
  done_broken: [
    '摄像头没有给出画面，已如实记录。您可以照常考试，监考员会核对您的证件。',
    'The camera gave no picture; this is recorded. Sit the exam as usual. An invigilator will check your ID.',
  ],
  done_noSpace: [
    '本机空间不足，照片没有保存。您可以照常考试。',
    'This PC has no space for the photo; it is not stored. Sit the exam as usual.',
  ],
  done_allowed: ['摄像头可以使用，考试中会在不固定的时刻拍照。', 'The camera works. Pictures are taken at random moments during the exam.'],
});
