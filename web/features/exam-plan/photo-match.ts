import type { SeatedPerson } from '../../../sync/contract/exam-seating.ts';
import { type PhotoFile, photoKey } from '../../lib/photo-files.ts';

interface Matched {
  readonly found: readonly { readonly userId: number; readonly name: string; readonly photo: PhotoFile }[];
  /** Nobody of the plan is called so, or two files are of one person. */
  readonly open: readonly PhotoFile[];
}

/** Whose each picture is: by the ticket number of this exam, the student number, or the ID number (`byId`, as the server matched it). */
export function matchPhotos(photos: readonly PhotoFile[], people: readonly SeatedPerson[], byId: ReadonlyMap<string, number>): Matched {
  const numbers = new Map<string, SeatedPerson>();
  for (const person of people)
    for (const number of [person.studentNo, person.ticketNo]) if (number !== '') numbers.set(number.toUpperCase(), person);
  const inPlan = new Map(people.map((person) => [person.userId, person]));
  const found = new Map<number, { userId: number; name: string; photo: PhotoFile }>();
  const open: PhotoFile[] = [];
  for (const photo of photos) {
    const key = photoKey(photo.name).toUpperCase();
    const person = numbers.get(key) ?? inPlan.get(byId.get(key) ?? 0);
    if (person === undefined || found.has(person.userId)) open.push(photo);
    else found.set(person.userId, { userId: person.userId, name: person.name, photo });
  }
  return { found: [...found.values()], open };
}
