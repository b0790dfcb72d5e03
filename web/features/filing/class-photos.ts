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

/** A photo that could not be taken, and why. */
export interface BadPhoto {
  readonly name: string;
  /** A text of ours, or what the rule says. */
  readonly why: 'photoBroken' | 'photoTwice' | 'photoLeft' | Words;
}
export interface ClassPhotos {
  /** ID number → the photo, cut to the batch's rule. */
  readonly ready: ReadonlyMap<string, Blob>;
  readonly bad: readonly BadPhoto[];
}

/** The photos of a class, each called by an ID number: opened, cut and scaled one after another. What is no photo is named. */
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

/** Brings the photos of these people to the school; what is there already isn't sent again. */
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
      // The number is no business of the file's name: whoever opens the photo reads that.
      const { url, name, sizeBytes, type } = await uploadFile(new File([blob], 'photo.jpg', { type: 'image/jpeg' }));
      sent.set(number, { url, name, sizeBytes, type });
      done += 1;
      say(done, all);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
