/**
 * What a foreign format can't say about a question of ours, in one of its comments: other programs pass it over, we read it again. What is in
 * it isn't listed anywhere: a question is written, read back, and the comment holds the fields that came back otherwise. So nothing is ever
 * lost, and what the format does say counts when somebody edits it by hand.
 */
import type { QuestionBody } from '../../../../sync/contract/question.ts';
import { type QuestionDraft, questionDraft } from '../../../../sync/contract/question-file.ts';
import { judgeDraft } from './draft-judge.ts';
import { draftOf } from './draft-write.ts';
import type { FoundQuestion } from './question-format.ts';

const mark = 'wenkao:';
export type Extra = Partial<QuestionDraft>;

/** `render` writes the question with a comment, or without for ''; `readBack` is the format's own reader. */
export function withExtra(
  question: QuestionBody,
  render: (comment: string) => string,
  readBack: (written: string) => FoundQuestion | undefined,
): string {
  const plain = render('');
  const missing = missingFrom(question, readBack(plain));
  if (Object.keys(missing).length === 0) return plain;
  // A stem without its blanks is told by type and answer alone, where nothing else of it was lost.
  if ('stem' in missing) {
    const { stem: _stem, ...less } = missing;
    const shorter = render(commentOf(less));
    if (Object.keys(missingFrom(question, readBack(shorter))).length === 0) return shorter;
  }
  return render(commentOf(missing));
}

function missingFrom(question: QuestionBody, found: FoundQuestion | undefined): Extra {
  const read = found && found.faults.length === 0 ? judgeDraft(withOwnPictures(found.draft), '', { formulas: false }).question : undefined;
  const want = draftOf(question);
  if (!read) return want;
  const have = draftOf(read);
  return Object.fromEntries(
    (Object.keys(want) as (keyof QuestionDraft)[]).flatMap((field) =>
      String(want[field]) === String(have[field]) && want[field].length === have[field].length ? [] : [[field, want[field]]],
    ),
  );
}

/** Pictures travel under the names they have here. */
function withOwnPictures(draft: Extra): Extra {
  const own = (html: string) => html.replace(/src="picture:[^"]*?([0-9a-f]{32}\.[a-z0-9]{2,5})"/g, 'src="/uploads/$1"');
  return Object.fromEntries(
    Object.entries(draft).map(([field, value]) => [
      field,
      typeof value === 'string' ? own(value) : Array.isArray(value) ? value.map(own) : value,
    ]),
  );
}

/** No "--", which ends a comment of XML, no line breaks, nothing that XML can't hold. */
const commentOf = (extra: Extra): string =>
  `${mark} ${JSON.stringify(extra)
    .replace(/--/g, '-\\u002d')
    .replace(/[\u2028\u2029\ufffe\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)}`;

/** Undefined for somebody else's comment. */
export function readExtra(comment: string): Extra | undefined {
  const text = comment.trim();
  if (!text.startsWith(mark)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text.slice(mark.length));
    return questionDraft.partial().safeParse(parsed).success ? (parsed as Extra) : undefined;
  } catch {
    return undefined;
  }
}

/** A question with what its comment says beside it: where that tells type or answer, what the format made of them is nobody's business. */
export function mergeExtra(found: FoundQuestion, extra: Extra | undefined): FoundQuestion {
  if (extra === undefined) return found;
  const told = extra.type !== undefined || extra.answer !== undefined;
  return { ...found, draft: { ...found.draft, ...extra }, faults: told ? [] : found.faults, warnings: told ? [] : found.warnings };
}
