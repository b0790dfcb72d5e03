import type { PhotoRule } from '../../../sync/contract/batch.ts';
import { filesAnswer, type FormAnswers, type FormDesign } from '../../../sync/contract/form-design.ts';
import type { Words } from '../../../sync/contract/thing.ts';
import { uploadKinds } from '../../../sync/contract/upload.ts';
import { type FormFault, shownFields } from '../../../sync/machines/form-rules.ts';
import { photoFault } from '../../../sync/machines/photo-rule.ts';
import type { SchoolFile } from '../upload/upload-reads.ts';
import { filingMessages as messages } from './filing-messages.ts';

/** Every file that answers name. */
export const urlsOf = (answers: FormAnswers): string[] =>
  Object.keys(answers).flatMap((key) => filesAnswer(answers, key).map((file) => file.url));

const pair = (message: { 'zh-CN': string; en: string }): Words => [message['zh-CN'], message.en];

/** What is the matter with the files themselves, whatever the answers say of them: gone, of another school, no picture, not by the batch's rule. */
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
      // One that came before sizes were kept is judged by its bytes alone.
      const words = photoFault(rule, { sizeBytes: file.sizeBytes, pixels: file.pixels ?? rule });
      if (words !== undefined) return [{ path: field.key, words }];
    }
    return [];
  });
}
