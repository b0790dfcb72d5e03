import { toHtmlFromText } from '../../question-markup.ts';
import { formatMessages as messages } from '../format-messages.ts';
import type { FoundQuestion } from '../question-format.ts';
import { getPlainLine } from './word-lines.ts';
import type { OpenQuestion } from './word-open-question.ts';

/** Counts of a document. `found`: its question numbers, gaps in the count included; `read`: questions that were read. */
export interface QuestionNumberCounts {
  readonly found: number;
  readonly read: number;
}

/**
 * Returns every question as a row, and a faulty row for each gap in the numbers. A question whose beginning was not recognised was read as part of
 * the question before it, and the user must see that. A number that repeats or goes back gets a warning at its question.
 */
export function insertMissingNumbers(
  questions: readonly OpenQuestion[],
  settle: (each: OpenQuestion, row: number) => FoundQuestion,
  outside: readonly string[],
): { readonly rows: FoundQuestion[]; readonly numbers: QuestionNumberCounts } {
  const rows: FoundQuestion[] = [];
  let missingCount = 0;
  for (const [at, each] of questions.entries()) {
    const previous = questions[at - 1];
    const previousNumber = previous?.number ?? 0;
    // A section continues the count or restarts it; a second paper in the same document restarts it too.
    const from = each.number === 1 ? 1 : previousNumber + 1;
    const formatName = (number: number): string => (each.section === '' ? String(number) : `${each.section}、${number}`);
    const isNewCount = previous !== undefined && previous.section !== each.section && each.number <= previousNumber;
    const first = isNewCount ? 1 : from;
    if (each.number > first && each.number - first < mostLeft && previous !== undefined) {
      missingCount += each.number - first;
      const place = each.number - first === 1 ? formatName(first) : `${formatName(first)}–${each.number - 1}`;
      const reason = messages.numbersLeft(first, each.number - 1, previousNumber);
      rows.push({ row: rows.length + 1, place, draft: {}, faults: [{ field: '', reason }], warnings: [] });
    }
    const row = settle(each, rows.length + 1);
    const doubt =
      previous === undefined
        ? each.number > 1 && messages.numbersBegin(each.number)
        : each.number === previousNumber
          ? messages.numberTwice(each.number)
          : (each.number > 1 && each.number < previousNumber && !isNewCount && messages.numberBack(each.number, previousNumber)) ||
            (each.number - first >= mostLeft && messages.numberJump(each.number, previousNumber));
    const hidden = listPlainLines(each).find(
      (line) => readHiddenNumber(line) === each.number + 1 && questions[at + 1]?.number !== each.number + 1,
    );
    const faults = hidden === undefined ? row.faults : [{ field: '', reason: messages.numberHidden(hidden) }, ...row.faults];
    if (hidden !== undefined) missingCount += 1;
    rows.push(doubt ? { ...row, faults, warnings: [{ field: '', reason: doubt }, ...row.warnings] } : { ...row, faults });
  }
  for (const text of outside) {
    const number = readHiddenNumber(text);
    if (number === undefined) continue;
    missingCount += 1;
    const faults = [{ field: '', reason: messages.numberHidden(text) }];
    rows.push({ row: rows.length + 1, place: String(number), draft: { stem: toHtmlFromText(text) }, faults, warnings: [] });
  }
  return { rows, numbers: { found: questions.length + missingCount, read: questions.length } };
}

/** Reads the number of a line that starts with symbols: "★3. 停电后……". */
const readHiddenNumber = (text: string): number | undefined => {
  const found = /^\s{0,9}[^\p{L}\p{N}\s(（【[“"<]{1,6}\s{0,9}(\d{1,4})\s{0,9}[.．、](?!\d)\s{0,9}(?=\S)/u.exec(text);
  return found ? Number(found[1]) : undefined;
};
const listPlainLines = ({ fields, options }: OpenQuestion): string[] =>
  [...fields.values(), options].flatMap((lines) => lines.flatMap((html) => html.split('<br>').map(getPlainLine)));

/** A jump of the numbers below this is a gap: questions are missing. A larger jump gets a warning: the number is probably a year or an amount. */
const mostLeft = 200;
