import type { Kysely } from 'kysely';
import type { CallOutput } from '../../../../../sync/contract/call.ts';
import type { questionFileCalls } from '../../../../../sync/contract/bank/question-file-calls.ts';
import { createRowOwnerStore, type HiddenDrafts } from '../../../../db/row-owner-store.ts';
import type { Database } from '../../../../db/schema.ts';
import type { Language } from '../../../../http/handler.ts';
import type { ValidatedRow } from '../formats/file-validation.ts';
import { isValidRow } from './question-intake.ts';
import { questionMessages as messages } from '../question-messages.ts';
import { createQuestionNearStore } from '../similarity/question-near-store.ts';
import { getComparisonText } from '../similarity/question-sketch.ts';
import { createQuestionStore } from '../question-store.ts';

type Duplicate = CallOutput<typeof questionFileCalls.importPreview>['duplicates'][number];

/**
 * Finds rows that equal or nearly equal a question of the bank or an earlier row; at most one entry a row. The text of `hidden` questions (other
 * people's drafts) is never shown.
 */
export async function findDuplicates(
  db: Kysely<Database>,
  schoolId: number,
  rows: readonly ValidatedRow[],
  language: Language,
  hidden: HiddenDrafts | undefined,
): Promise<Duplicate[]> {
  const good = rows.filter(isValidRow);
  const inBank = await createQuestionStore(db).idsByHash(
    schoolId,
    good.map((row) => row.hash),
  );
  const unlike = good.filter((row) => !inBank.has(row.hash) && row.sameAsRow === undefined);
  const near = await createQuestionNearStore(db).nearest(
    unlike.map(({ row, question, bands = [] }) => ({ row, bands, plain: getComparisonText(question) })),
  );
  const nearIds = [...near.values()].map(({ id }) => id);
  const unread = await createRowOwnerStore(db).hiddenAmong(hidden, nearIds);
  const byRow = new Map(good.map((row) => [row.row, row]));
  const percent = (likeness: number): number => Math.min(99, Math.round(likeness * 100));
  return good.flatMap(({ row, hash, sameAsRow, nearRow }): Duplicate[] => {
    const id = inBank.get(hash);
    if (id !== undefined) return [{ row, kind: 'same', ofRow: null, ofId: id, of: messages.duplicateOfBank(id)[language], text: '' }];
    const other = near.get(row);
    if (other && other.likeness >= (nearRow?.likeness ?? 0)) {
      const of = messages.nearOfBank(other.id, percent(other.likeness))[language];
      return [{ row, kind: 'near', ofRow: null, ofId: other.id, of, text: unread.has(other.id) ? '' : begun(other.plain) }];
    }
    const earlier = byRow.get(sameAsRow ?? nearRow?.row ?? 0);
    if (earlier === undefined) return [];
    const ofRow = earlier.row;
    const where = earlier.place === '' ? ofRow : earlier.place;
    if (nearRow === undefined) return [{ row, kind: 'same', ofRow, ofId: null, of: messages.duplicateOfRow(where)[language], text: '' }];
    const of = messages.nearOfRow(where, percent(nearRow.likeness))[language];
    return [{ row, kind: 'near', ofRow, ofId: null, of, text: begun(getComparisonText(earlier.question)) }];
  });
}

const begun = (plain: string): string => (plain.length > 120 ? `${plain.slice(0, 120)}…` : plain);
