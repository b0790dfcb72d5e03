import type { PhotoRule } from '../../../sync/contract/applications/batch.ts';
import type { FileAnswer } from '../../../sync/contract/applications/form-design.ts';
import { normaliseIdNumber } from '../../../sync/contract/people/id-number.ts';
import type { BilingualLabel } from '../../../sync/contract/resource.ts';
import { computePhotoCrop, checkPhoto } from '../../../sync/domain/applications/photo-rule.ts';
import { cropPhoto, openPhoto } from '../../lib/files/photo.ts';
import { heicMessage } from '../../../sync/domain/heic-message.ts';
import { isHeic, hasHeicExtension } from '../../../sync/domain/heic.ts';
import { getPhotoKey, readPhotos } from '../../lib/files/photo-files.ts';
import { uploadFile } from '../../platform/uploads/upload.ts';

/** A photo that was rejected, and the reason. */
export interface BadPhoto {
  readonly name: string;
  /** Key of a text, or the message of the photo rule. */
  readonly why: 'photoBroken' | 'photoTwice' | 'photoLeft' | BilingualLabel;
}
export interface ClassPhotos {
  /** Photos by ID number, cropped to the batch's rule. */
  readonly ready: ReadonlyMap<string, Blob>;
  readonly bad: readonly BadPhoto[];
}

/**
 * Reads the photos of a class, each named by an ID number, and crops and scales them one after another. Files that are not photos are listed in
 * `bad`. `say` reports the progress.
 */
export async function readClassPhotos(
  files: readonly File[],
  rule: PhotoRule,
  say: (done: number, all: number) => void,
): Promise<ClassPhotos> {
  const found = await readPhotos(files);
  const ready = new Map<string, Blob>();
  const bad: BadPhoto[] = found.left.map((name) => ({ name, why: hasHeicExtension(name) ? heicMessage : 'photoLeft' }));
  for (const [at, { name, bytes }] of found.photos.entries()) {
    say(at, found.photos.length);
    const number = normaliseIdNumber(getPhotoKey(name));
    if (ready.has(number)) {
      bad.push({ name, why: 'photoTwice' });
      continue;
    }
    const picture = await openPhoto(new Blob([bytes]));
    const cut = picture && (await cropPhoto(picture, computePhotoCrop(picture, rule), rule));
    picture?.close();
    const fault = cut && checkPhoto(rule, { sizeBytes: cut.size, pixels: rule });
    if (cut === null || fault) bad.push({ name, why: fault ?? (isHeic(bytes) ? heicMessage : 'photoBroken') });
    else ready.set(number, cut);
  }
  return { ready, bad };
}

const atOnce = 4;

/** Uploads the photos of these ID numbers. Photos in `sent` are skipped, so a retry uploads only the rest. */
export async function sendClassPhotos(
  numbers: readonly string[],
  photos: ReadonlyMap<string, Blob>,
  sent: Map<string, FileAnswer>,
  say: (done: number, all: number) => void,
): Promise<void> {
  const open = numbers.filter((number) => photos.has(number) && !sent.has(number));
  const all = open.length;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let number = open.shift(); number !== undefined; number = open.shift()) {
      const blob = photos.get(number);
      if (blob === undefined) continue;
      // Do not put the ID number into the file name: everyone who opens the photo can read the name.
      const { url, name, sizeBytes, type } = await uploadFile(new File([blob], 'photo.jpg', { type: 'image/jpeg' }));
      sent.set(number, { url, name, sizeBytes, type });
      done += 1;
      say(done, all);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
