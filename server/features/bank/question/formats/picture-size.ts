/** Reads the width and height of a picture in pixels from its header; 100 × 100 if it has none. */
export function readPictureSize(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const good = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : undefined);
  return (
    (bytes.length < 30 ? undefined : (pngSize(view) ?? gifSize(view) ?? jpegSize(view) ?? webpSize(view))) ?? { width: 100, height: 100 }
  );

  function pngSize(from: DataView) {
    return from.getUint32(0) === 0x89504e47 ? good(from.getUint32(16), from.getUint32(20)) : undefined;
  }
  function gifSize(from: DataView) {
    return from.getUint32(0) === 0x47494638 ? good(from.getUint16(6, true), from.getUint16(8, true)) : undefined;
  }
  function webpSize(from: DataView) {
    if (from.getUint32(0) !== 0x52494646 || from.getUint32(12) !== 0x56503858) return undefined;
    return good((from.getUint32(24, true) & 0xffffff) + 1, ((from.getUint32(26, true) >>> 8) & 0xffffff) + 1);
  }
  /** Reads the header of the first frame and skips the segments before it by their lengths. */
  function jpegSize(from: DataView) {
    if (from.getUint16(0) !== 0xffd8) return undefined;
    for (let at = 2; at + 9 < from.byteLength && from.getUint8(at) === 0xff;) {
      const kind = from.getUint8(at + 1);
      if (kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc)
        return good(from.getUint16(at + 7), from.getUint16(at + 5));
      at += 2 + from.getUint16(at + 2);
    }
    return undefined;
  }
}
