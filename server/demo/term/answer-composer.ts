import type { CallOutput } from '../../../sync/contract/call.ts';
import type { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { splitLongAnswer } from '../../../sync/engine/ops/long-answer.ts';

type Paper = CallOutput<typeof paperCalls.getById>;
type Question = Paper['sections'][number]['questions'][number];

/** Lists the questions of variant A with their item ids on the published paper. */
export const listPaperItems = (paper: Paper): readonly { readonly itemId: string; readonly question: Question }[] =>
  paper.sections.flatMap(({ questions }) => questions).map((question, at) => ({ itemId: String(at + 1), question }));

/**
 * Composes an examinee's answer to a question. `skill`: probability of a right answer. `text`: the answer if a person marks the question. Returns an
 * empty list if there is nothing to write.
 */
export function composeAnswer({ type, options, key }: Question, skill: number, random: () => number, text = ''): readonly string[] {
  const isRight = random() < skill;
  if (key.kind === 'rubric') return splitLongAnswer(text);
  if (key.kind === 'blanks')
    return key.blanks.map((blank) => {
      const rightValue = blank.mode === 'number' ? String(blank.value) : (blank.anyOf[0] ?? '');
      return isRight || random() < skill ? rightValue : '不确定';
    });
  if (isRight) return key.right;
  if (key.kind !== 'choice') return key.right.toReversed();
  const optionIds = type === 3 ? ['T', 'F'] : options.map(({ id }) => id);
  const wrongIds = optionIds.filter((id) => !key.right.includes(id));
  // In half of the wrong answers to a multiple choice an option is missing, which keeps half of the points.
  if (type === 2) return random() < 0.5 ? key.right.slice(0, -1) : [...key.right.slice(0, 1), ...wrongIds.slice(0, 1)];
  return [wrongIds[Math.floor(random() * wrongIds.length)] ?? key.right[0] ?? ''];
}
