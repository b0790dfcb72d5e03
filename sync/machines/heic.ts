/** Tells by the first bytes whether a file is a HEIC picture, as iPhones take them. Browsers do not open it. */
export const isHeic = (bytes: Uint8Array): boolean =>
  /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(String.fromCharCode(...bytes.subarray(4, 12)));

export const isHeicName = (name: string): boolean => /\.hei[cf]$/i.test(name);
