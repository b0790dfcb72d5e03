import type { BilingualLabel } from '../contract/resource.ts';

/** Tells the user that a photo is HEIC and how to replace it. It has its own file, so that the exam page does not load `heic.ts`. */
export const heicMessage: BilingualLabel = [
  '这是 HEIC 照片（苹果手机的格式），这里打不开。请另存为 JPG；或在“设置 > 相机 > 格式”里选“兼容性最佳”后重拍',
  'This is a HEIC photo, the format of iPhones, which cannot be opened here. Save it as JPG, or choose Settings > Camera > Formats > Most Compatible and take it again',
];
