import { getFileAnswers, type FormAnswers, type FormDesign, getTextAnswer } from '../../../sync/contract/applications/form-design.ts';
import { listUploadKinds, type UploadFamily, uploadKinds } from '../../../sync/contract/platform/upload.ts';
import { joinWords } from '../../lib/punctuation.ts';

/** URL scheme of files that are only on this device. The server refuses such URLs. */
const scheme = 'kept:';
export const toLocalFileUrl = (id: string): string => scheme + id;
/** Returns the id of a file on this device, or null for an uploaded file. */
export const parseLocalFileId = (url: string): string | null => (url.startsWith(scheme) ? url.slice(scheme.length) : null);

const isPhoto = (answers: FormAnswers, key: string): boolean => getTextAnswer(answers, key).startsWith('data:image/');

/** Lists the pending uploads: URLs of files, and keys of fields whose photo was cropped on this device. */
export const listPendingUploads = (design: FormDesign, answers: FormAnswers): string[] =>
  design.flatMap(({ key, type }) => {
    if (type !== 'file' && type !== 'picture') return [];
    if (isPhoto(answers, key)) return [key];
    return getFileAnswers(answers, key).flatMap(({ url }) => (parseLocalFileId(url) === null ? [] : url));
  });

/** True if files of this field are not uploaded yet. */
export const hasPendingUploads = (design: FormDesign, answers: FormAnswers, key: string): boolean =>
  listPendingUploads(
    design.filter((field) => field.key === key),
    answers,
  ).length > 0;

/** Returns the answers without files that are not uploaded yet. */
export const removePendingUploads = (design: FormDesign, answers: FormAnswers): FormAnswers => {
  const uploadedAnswers = { ...answers };
  for (const { key, type } of design) {
    if (type !== 'file' && type !== 'picture') continue;
    if (isPhoto(answers, key)) delete uploadedAnswers[key];
    else if (key in uploadedAnswers)
      uploadedAnswers[key] = getFileAnswers(answers, key).filter(({ url }) => parseLocalFileId(url) === null);
  }
  return uploadedAnswers;
};

const endings: Readonly<Record<string, readonly string[]>> = { '.jpg': ['.jpg', '.jpeg'] };

/** Returns the names of the accepted file types if the file's extension is not one of these, otherwise null. The server also checks the content. */
export function findUnacceptedKind(file: Pick<File, 'name'>, accept: readonly UploadFamily[]): string | null {
  const rows = listUploadKinds(accept).map((kind) => uploadKinds[kind]);
  const name = file.name.toLowerCase();
  if (rows.some(({ extension }) => (endings[extension] ?? [extension]).some((ending) => name.endsWith(ending)))) return null;
  return joinWords(rows.map(({ label }) => label));
}
