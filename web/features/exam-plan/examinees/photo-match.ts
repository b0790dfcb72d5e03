import type { SeatedExaminee } from '../../../../sync/contract/exams/exam-seating.ts';
import { type PhotoFile, getPhotoKey } from '../../../lib/files/photo.ts';

interface PhotoMatches {
  readonly found: readonly { readonly userId: number; readonly name: string; readonly photo: PhotoFile }[];
  /** Photos that match no examinee of the plan, or whose examinee has another photo in the same import. */
  readonly open: readonly PhotoFile[];
}

/** Matches photos to examinees by file name: ticket number of this exam, student number, or ID number (`byId`, matched by the server). */
export function matchPhotos(
  photos: readonly PhotoFile[],
  people: readonly SeatedExaminee[],
  byId: ReadonlyMap<string, number>,
): PhotoMatches {
  const numbers = new Map<string, SeatedExaminee>();
  for (const person of people)
    for (const number of [person.studentNo, person.ticketNo]) if (number !== '') numbers.set(number.toUpperCase(), person);
  const inPlan = new Map(people.map((person) => [person.userId, person]));
  const matchByUserId = new Map<number, { userId: number; name: string; photo: PhotoFile }>();
  const open: PhotoFile[] = [];
  for (const photo of photos) {
    const key = getPhotoKey(photo.name).toUpperCase();
    const person = numbers.get(key) ?? inPlan.get(byId.get(key) ?? 0);
    if (person === undefined || matchByUserId.has(person.userId)) open.push(photo);
    else matchByUserId.set(person.userId, { userId: person.userId, name: person.name, photo });
  }
  return { found: [...matchByUserId.values()], open };
}
