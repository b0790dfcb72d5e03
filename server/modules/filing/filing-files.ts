import type { PhotoRule } from '../../../sync/contract/batch.ts';
import { filesAnswer, type FormAnswers, type FormDesign } from '../../../sync/contract/form-design.ts';
import type { Words } from '../../../sync/contract/thing.ts';
import { uploadKinds } from '../../../sync/contract/upload.ts';
import { type FormFault, shownFields } from '../../../sync/machines/form-rules.ts';
import { photoFault } from '../../../sync/machines/photo-rule.ts';
import type { SchoolFile } from '../upload/upload-reads.ts';
import { filingMessages as messages } from './filing-messages.ts';

/** Lists the addresses of all files in the answers. */
export const urlsOf = (answers: FormAnswers): string[] =>
  Object.keys(answers).flatMap((key) => filesAnswer(answers, key).map((file) => file.url));

const pair = (message: { 'zh-CN': string; en: string }): Words => [message['zh-CN'], message.en];

/** Finds faults of the files themselves: deleted, of another school, no picture, or against the batch's photo rule. */
export function fileFaults(
  design: FormDesign,
  answers: FormAnswers,
  files: ReadonlyMap<string, SchoolFile>,
  rule: PhotoRule | null,
): FormFault[] {
  return shownFields(design, answers).flatMap((field): FormFault[] => {
    if (field.type !== 'file' && field.type !== 'picture') return [];
    for (const { url } of filesAnswer(answers, field.key)) {
      const file = files.get(url);
      if (file === undefined) return [{ path: field.key, words: pair(messages.fileGone()) }];
      if (field.type !== 'picture') continue;
      if (uploadKinds[file.kind].family !== 'image') return [{ path: field.key, words: pair(messages.noPicture()) }];
      if (field.meaning !== 'photo' || rule === null) continue;
      // Uploads from before sizes were stored are checked by their bytes alone.
      const words = photoFault(rule, { sizeBytes: file.sizeBytes, pixels: file.pixels ?? rule });
      if (words !== undefined) return [{ path: field.key, words }];
    }
    return [];
  });
}
