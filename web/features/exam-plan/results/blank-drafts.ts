import type { AnswerKey, BlankRule } from '../../../../sync/contract/bank/question-body.ts';
import { listTextLines } from '../../../lib/text-lines.ts';

/** Form values of the answer key of one blank while the key is corrected: accepted texts, one a line, or a number with its tolerance. */
export interface BlankDraft {
  readonly rule: BlankRule;
  readonly text: string;
  readonly tolerance: string;
}

/** Returns the form values of the blanks of an answer key; empty for a key of another question type. */
export const toBlankDrafts = (key: AnswerKey): BlankDraft[] =>
  key.kind === 'blanks'
    ? key.blanks.map((rule) =>
        rule.mode === 'text'
          ? { rule, text: rule.anyOf.join('\n'), tolerance: '' }
          : { rule, text: String(rule.value), tolerance: String(rule.tolerance) },
      )
    : [];

/** Builds the answer key from the drafts. Returns null if a blank has no accepted answer. */
export function toAnswerKey(drafts: readonly BlankDraft[]): AnswerKey | null {
  const blanks = drafts.map(({ rule, text, tolerance }): BlankRule | null => {
    if (rule.mode === 'text') {
      const anyOf = [...new Set(listTextLines(text))];
      return anyOf.length === 0 ? null : { ...rule, anyOf };
    }
    const [value, around] = [Number(text), Number(tolerance)];
    return text.trim() === '' || !Number.isFinite(value) || !(around >= 0) ? null : { ...rule, value, tolerance: around };
  });
  return blanks.every((blank) => blank !== null) ? { kind: 'blanks', blanks } : null;
}
