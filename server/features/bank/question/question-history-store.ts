import type { Kysely } from 'kysely';
import type { QuestionEvent, QuestionStatusCode } from '../../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../../sync/contract/bank/question.ts';
import type { ChangeNote } from '../../../db/change-note-store.ts';
import type { Database } from '../../../db/schema.ts';
import { refuseStaleVersion } from '../../../http/stale-version.ts';
import { questionFieldNames, questionMessages as messages } from './question-messages.ts';
import { type QuestionTableRow, toQuestionBody } from './question-row.ts';

/** Event that creates a version of a question. The first version has the event `add`. */
export type QuestionVersionEvent = QuestionEvent | 'save' | 'file' | 'restore';

export interface QuestionHistoryItem {
  readonly version: number;
  readonly event: QuestionVersionEvent | 'add';
  readonly byName: string;
  readonly byId: number;
  readonly atMs: number;
  readonly fields: readonly string[];
  readonly note: string;
}

/**
 * Reads the history of questions. Each version stores the previous values of its changed fields; walking back from the current row reconstructs any
 * version.
 */
export function createQuestionHistoryStore(db: Kysely<Database>) {
  const rowsAfter = (id: number, version: number) =>
    db
      .selectFrom('question_version')
      .leftJoin('user', 'user.id', 'question_version.user_id')
      .select(['question_version.version', 'event', 'before', 'question_version.note as remark', 'user_id', 'at_ms', 'user.name'])
      .where('question_id', '=', id)
      .where('question_version.version', '>', version)
      .orderBy('question_version.version', 'desc')
      .execute();

  return {
    async list(row: QuestionTableRow): Promise<QuestionHistoryItem[]> {
      const maker = await db.selectFrom('user').select('name').where('id', '=', row.created_by).executeTakeFirst();
      const first: QuestionHistoryItem = {
        version: 1,
        event: 'add',
        byName: maker?.name ?? '',
        byId: row.created_by,
        atMs: row.created_ms,
        fields: [],
        note: '',
      };
      const laterItems = (await rowsAfter(row.id, 1)).map((each): QuestionHistoryItem => ({
        version: each.version,
        event: each.event as QuestionVersionEvent,
        byName: each.name ?? '',
        byId: each.user_id,
        atMs: each.at_ms,
        fields: Object.keys(JSON.parse(each.before) as object),
        note: each.remark,
      }));
      return [...laterItems, first];
    },

    /** Returns the question as it was in `version`; undefined if no such version exists. */
    async readVersion(row: QuestionTableRow, version: number): Promise<(QuestionBody & { status: QuestionStatusCode }) | undefined> {
      if (version > row.version) return undefined;
      let body = { ...toQuestionBody(row), status: row.status };
      for (const later of await rowsAfter(row.id, version)) body = { ...body, ...(JSON.parse(later.before) as Partial<typeof body>) };
      return body;
    },

    /** Returns who changed the question after `version`, when, and which fields. */
    async since(id: number, version: number): Promise<ChangeNote> {
      const rows = await rowsAfter(id, version);
      return {
        names: [...new Set(rows.flatMap((row) => (row.name === null ? [] : [row.name])))],
        atMs: rows[0]?.at_ms ?? 0,
        fields: [...new Set(rows.flatMap((row) => Object.keys(JSON.parse(row.before) as object)))],
      };
    },
  };
}

/**
 * Refuses a change of a question if the caller saw another version than the stored one. It reads `question_version`, because questions do not use the
 * general change history.
 */
export async function requireQuestionVersion(
  db: Kysely<Database>,
  row: Pick<QuestionTableRow, 'id' | 'version'>,
  seenVersion: number,
): Promise<void> {
  if (row.version === seenVersion) return;
  refuseStaleVersion(messages.called(row.id), await createQuestionHistoryStore(db).since(row.id, seenVersion), questionFieldNames);
}
