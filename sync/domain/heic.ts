/** Checks the first bytes for a HEIC picture, the format of iPhones. Browsers cannot open it. */
export const isHeic = (bytes: Uint8Array): boolean =>
  /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(String.fromCharCode(...bytes.subarray(4, 12)));

export const hasHeicExtension = (name: string): boolean => /\.hei[cf]$/i.test(name);
