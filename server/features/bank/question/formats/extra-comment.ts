/**
 * Stores in a comment the fields of a question that a foreign format cannot express. Other programs skip the comment; our import reads it. To find
 * these fields, the question is written and read back; the comment holds the fields that differ. So no export loses anything, and if a user edits the
 * file by hand, the fields that the format can express take effect.
 */
import type { QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import { type ImportedQuestionDraft, importedQuestionDraft } from '../../../../../sync/contract/bank/question-file.ts';
import { validateDraft } from './draft-validation.ts';
import { toImportDraft } from './draft-write.ts';
import type { FoundQuestion } from './question-format.ts';

const mark = 'wenkao:';
export type CommentFields = Partial<ImportedQuestionDraft>;

/** Writes a question with the comment it needs. `render` writes the question with a comment ('' for none); `readBack` is the format's own reader. */
export function writeWithComment(
  question: QuestionBody,
  render: (comment: string) => string,
  readBack: (written: string) => FoundQuestion | undefined,
): string {
  const plain = render('');
  const missing = findMissingFields(question, readBack(plain));
  if (Object.keys(missing).length === 0) return plain;
  // The reader may read the stem correctly once the comment gives it type and answer. If so, leave the stem out of the comment.
  if ('stem' in missing) {
    const { stem: _stem, ...less } = missing;
    const shorter = render(formatComment(less));
    if (Object.keys(findMissingFields(question, readBack(shorter))).length === 0) return shorter;
  }
  return render(formatComment(missing));
}

function findMissingFields(question: QuestionBody, found: FoundQuestion | undefined): CommentFields {
  const read =
    found && found.faults.length === 0 ? validateDraft(rewritePictureSources(found.draft), '', { formulas: false }).question : undefined;
  const want = toImportDraft(question);
  if (!read) return want;
  const have = toImportDraft(read);
  return Object.fromEntries(
    (Object.keys(want) as (keyof ImportedQuestionDraft)[]).flatMap((field) =>
      String(want[field]) === String(have[field]) && want[field].length === have[field].length ? [] : [[field, want[field]]],
    ),
  );
}

/** Rewrites picture references to the addresses that the pictures have on this server. */
function rewritePictureSources(draft: CommentFields): CommentFields {
  const rewriteSources = (html: string) => html.replace(/src="picture:[^"]*?([0-9a-f]{32}\.[a-z0-9]{2,5})"/g, 'src="/uploads/$1"');
  return Object.fromEntries(
    Object.entries(draft).map(([field, value]) => [
      field,
      typeof value === 'string' ? rewriteSources(value) : Array.isArray(value) ? value.map(rewriteSources) : value,
    ]),
  );
}

/** Escapes "--", which ends an XML comment, line separators, and characters that XML cannot hold. */
const formatComment = (extra: CommentFields): string =>
  `${mark} ${JSON.stringify(extra)
    .replace(/--/g, '-\\u002d')
    .replace(/[\u2028\u2029\ufffe\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)}`;

/** Reads the fields of our comment; returns undefined for any other comment. */
export function parseCommentFields(comment: string): CommentFields | undefined {
  const text = comment.trim();
  if (!text.startsWith(mark)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text.slice(mark.length));
    return importedQuestionDraft.partial().safeParse(parsed).success ? (parsed as CommentFields) : undefined;
  } catch {
    return undefined;
  }
}

/** Merges the fields of the comment into a question. If the comment holds type or answer, faults and warnings of the format's reader are dropped. */
export function mergeCommentFields(found: FoundQuestion, extra: CommentFields | undefined): FoundQuestion {
  if (extra === undefined) return found;
  const isReplaced = extra.type !== undefined || extra.answer !== undefined;
  return {
    ...found,
    draft: { ...found.draft, ...extra },
    faults: isReplaced ? [] : found.faults,
    warnings: isReplaced ? [] : found.warnings,
  };
}
