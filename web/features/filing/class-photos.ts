import type { PhotoRule } from '../../../sync/contract/batch.ts';
import type { FileAnswer } from '../../../sync/contract/form-design.ts';
import { normaliseIdNumber } from '../../../sync/contract/id-number.ts';
import type { Words } from '../../../sync/contract/thing.ts';
import { cropFor, photoFault } from '../../../sync/machines/photo-rule.ts';
import { cutPhoto, openPhoto } from '../../lib/photo.ts';
import { heicWords } from '../../../sync/machines/heic-words.ts';
import { isHeic, isHeicName } from '../../../sync/machines/heic.ts';
import { photoKey, photosOf } from '../../lib/photo-files.ts';
import { uploadFile } from '../../platform/upload.ts';

/** A photo that was rejected, and the reason. */
export interface BadPhoto {
  readonly name: string;
  /** Key of a text, or the message of the photo rule. */
  readonly why: 'photoBroken' | 'photoTwice' | 'photoLeft' | Words;
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
  const found = await photosOf(files);
  const ready = new Map<string, Blob>();
  const bad: BadPhoto[] = found.left.map((name) => ({ name, why: isHeicName(name) ? heicWords : 'photoLeft' }));
  for (const [at, { name, bytes }] of found.photos.entries()) {
    say(at, found.photos.length);
    const number = normaliseIdNumber(photoKey(name));
    if (ready.has(number)) {
      bad.push({ name, why: 'photoTwice' });
      continue;
    }
    const picture = await openPhoto(new Blob([bytes]));
    const cut = picture && (await cutPhoto(picture, cropFor(picture, rule), rule));
    picture?.close();
    const fault = cut && photoFault(rule, { sizeBytes: cut.size, pixels: rule });
    if (cut === null || fault) bad.push({ name, why: fault ?? (isHeic(bytes) ? heicWords : 'photoBroken') });
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
