import type { PhotoRule } from '../../../../sync/contract/applications/batch.ts';
import { getFileAnswers, type FormAnswers, type FormDesign } from '../../../../sync/contract/applications/form-design.ts';
import { uploadKinds } from '../../../../sync/contract/platform/upload.ts';
import { type FormError, listShownFields } from '../../../../sync/domain/applications/form-rules.ts';
import { checkPhoto } from '../../../../sync/domain/applications/photo-rule.ts';
import type { SchoolFile } from '../../platform/upload/upload-reads.ts';
import { applicationMessages as messages, toLabel } from './application-messages.ts';

/** Lists the addresses of all files that an applicant uploaded as answers to a form. */
export const listAnswerFileUrls = (answers: FormAnswers): string[] =>
  Object.keys(answers).flatMap((key) => getFileAnswers(answers, key).map((file) => file.url));

/** Finds faults of the uploaded files in a form: deleted, of another school, no picture, or against the photo rule of the enrolment batch. */
export function listFileErrors(
  design: FormDesign,
  answers: FormAnswers,
  files: ReadonlyMap<string, SchoolFile>,
  rule: PhotoRule | null,
): FormError[] {
  return listShownFields(design, answers).flatMap((field): FormError[] => {
    if (field.type !== 'file' && field.type !== 'picture') return [];
    for (const { url } of getFileAnswers(answers, field.key)) {
      const file = files.get(url);
      if (file === undefined) return [{ path: field.key, words: toLabel(messages.fileGone()) }];
      if (field.type !== 'picture') continue;
      if (uploadKinds[file.kind].family !== 'image') return [{ path: field.key, words: toLabel(messages.noPicture()) }];
      if (field.meaning !== 'photo' || rule === null) continue;
      // Uploads from before sizes were stored are checked by their bytes alone.
      const words = checkPhoto(rule, { sizeBytes: file.sizeBytes, pixels: file.pixels ?? rule });
      if (words !== undefined) return [{ path: field.key, words }];
    }
    return [];
  });
}
