/** Limits that are enough to read a photo on a screen: longest edge in pixels, and size in bytes up to which a photo stays unchanged. */
const photoEdge = 2_000;
const photoBytes = 600_000;

/** Scales a photo down and encodes it as JPEG. Returns the input if the browser cannot draw it or the result is not smaller. */
export async function shrinkPhoto(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> {
  const same = { bytes, type };
  if (!type.startsWith('image/') || type === 'image/gif' || bytes.length <= photoBytes) return same;
  try {
    const picture = await createImageBitmap(new Blob([bytes], { type }), { imageOrientation: 'from-image' });
    const scale = Math.min(1, photoEdge / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
    if (!blob || blob.size >= bytes.length) return same;
    return { bytes: new Uint8Array(await blob.arrayBuffer()), type: 'image/jpeg' };
  } catch {
    return same;
  }
}
