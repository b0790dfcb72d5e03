import type { Words } from '../contract/thing.ts';

/** Tells by the first bytes whether a file is a HEIC picture, as iPhones take them. Browsers do not open it. */
export const isHeic = (bytes: Uint8Array): boolean =>
  /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(String.fromCharCode(...bytes.subarray(4, 12)));

export const isHeicName = (name: string): boolean => /\.hei[cf]$/i.test(name);

export const heicWords: Words = [
  '这是 HEIC 照片（苹果手机的格式），这里打不开。请另存为 JPG；或在“设置 > 相机 > 格式”里选“兼容性最佳”后重拍',
  'This is a HEIC photo, the format of iPhones, which cannot be opened here. Save it as JPG, or choose Settings > Camera > Formats > Most Compatible and take it again',
];
