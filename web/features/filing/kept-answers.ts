import { filesAnswer, type FormAnswers, type FormDesign, textAnswer } from '../../../sync/contract/form-design.ts';
import { kindsOf, type UploadFamily, uploadKinds } from '../../../sync/contract/upload.ts';

/** Answers whose files are on this device still. The server takes none of them: no address of its own looks so. */
const scheme = 'kept:';
export const keptUrl = (id: string): string => scheme + id;
export const keptId = (url: string): string | null => (url.startsWith(scheme) ? url.slice(scheme.length) : null);

const isPhoto = (answers: FormAnswers, key: string): boolean => textAnswer(answers, key).startsWith('data:image/');

/** Where something waits: the address of a file, the key of a field whose photo was cut here. */
export const waitingPlaces = (design: FormDesign, answers: FormAnswers): string[] =>
  design.flatMap(({ key, type }) => {
    if (type !== 'file' && type !== 'picture') return [];
    if (isPhoto(answers, key)) return [key];
    return filesAnswer(answers, key).flatMap(({ url }) => (keptId(url) === null ? [] : url));
  });

export const isWaiting = (design: FormDesign, answers: FormAnswers, key: string): boolean =>
  waitingPlaces(
    design.filter((field) => field.key === key),
    answers,
  ).length > 0;

/** What of a form the school can have already. */
export const withoutWaiting = (design: FormDesign, answers: FormAnswers): FormAnswers => {
  const there = { ...answers };
  for (const { key, type } of design) {
    if (type !== 'file' && type !== 'picture') continue;
    if (isPhoto(answers, key)) delete there[key];
    else if (key in there) there[key] = filesAnswer(answers, key).filter(({ url }) => keptId(url) === null);
  }
  return there;
};

const endings: Readonly<Record<string, readonly string[]>> = { '.jpg': ['.jpg', '.jpeg'] };

/** What is taken in its place, where a file's name says that it won't be; the server looks into the file itself. */
export function untakenKind(file: Pick<File, 'name'>, accept: readonly UploadFamily[]): string | null {
  const rows = kindsOf(accept).map((kind) => uploadKinds[kind]);
  const name = file.name.toLowerCase();
  if (rows.some(({ extension }) => (endings[extension] ?? [extension]).some((ending) => name.endsWith(ending)))) return null;
  return rows.map(({ label }) => label).join('、');
}
