import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { bankIdOf, type QuestionRow } from './question-row.ts';

interface Save {
  readonly userId: number;
  /** What it is known by: see the contract. */
  readonly saveKey?: string | undefined;
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
