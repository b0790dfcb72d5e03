import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { bankIdOf, type QuestionRow } from './question-row.ts';

interface Save {
  readonly userId: number;
  /** What it is known by: see the contract. */
  readonly saveKey?: string | undefined;
  readonly saveNo?: number | undefined;
}

/** What an added question keeps of its key: it is one's own, and of one bank; in another the same key makes another question. */
export const addKeyOf = (saveKey: string | undefined, schoolId: number | null): string | null =>
  saveKey === undefined ? null : `${saveKey} ${bankIdOf(schoolId)}`;

/** The question of this bank that an earlier save under the same key made; a former release kept the bare key. */
export const madeBefore = async (
  tx: Kysely<Database>,
  { userId, saveKey, schoolId }: Save & { readonly schoolId: number | null },
): Promise<{ id: number } | undefined> =>
  saveKey === undefined
    ? undefined
    : tx
        .selectFrom('question')
        .select('id')
        .where('created_by', '=', userId)
        .where('add_key', 'in', [saveKey, addKeyOf(saveKey, schoolId)])
        .where('school_id', 'is', schoolId)
        .executeTakeFirst();

/** Nothing happened to a question after the version somebody saw, but for their own saves under the same key. */
export async function isFrom(db: Kysely<Database>, row: QuestionRow, version: number, { userId, saveKey }: Save): Promise<boolean> {
  if (row.version === version) return true;
  if (row.version < version || saveKey === undefined) return false;
  const since = await db
    .selectFrom('question_version')
    .select(['user_id', 'save_key'])
    .where('question_id', '=', row.id)
    .where('version', '>', version)
    .execute();
  return since.every((each) => each.user_id === userId && each.save_key === saveKey);
}

/** A save with this number, or a later one, was here before it: what it says is older than what stands. */
export async function isOvertaken(tx: Transaction<Database>, questionId: number, { userId, saveKey, saveNo }: Save): Promise<boolean> {
  if (saveKey === undefined || saveNo === undefined) return false;
  const later = await tx
    .selectFrom('question_save')
    .select('save_no')
    .where('question_id', '=', questionId)
    .where('user_id', '=', userId)
    .where('save_key', '=', saveKey)
    .where('save_no', '>=', saveNo)
    .executeTakeFirst();
  return later !== undefined;
}

/** One that changed nothing counts too: what was sent before it is older. */
export async function noteSave(tx: Transaction<Database>, questionId: number, { userId, saveKey, saveNo }: Save): Promise<void> {
  if (saveKey === undefined || saveNo === undefined) return;
  await tx
    .insertInto('question_save')
    .values({ question_id: questionId, user_id: userId, save_key: saveKey, save_no: saveNo })
    .onConflict((on) => on.columns(['question_id', 'user_id', 'save_key']).doUpdateSet({ save_no: saveNo }))
    .execute();
}
