import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import type { QuestionBody } from '../../../../sync/contract/bank/question.ts';
import { questionStatus, type QuestionStatusCode, type ProfessionLevel } from '../../../../sync/contract/codes.ts';
import type { RowVersionKey } from '../../../../sync/contract/scalars.ts';
import { type Editor, listChangedFields } from '../../../db/change-note-store.ts';
import type { Database } from '../../../db/schema.ts';
import { buildQuestionWords } from '../../../db/search/question-words.ts';
import { sliceValues } from '../../../db/slice-values.ts';
import { refuse } from '../../../http/handler.ts';
import { freezeTableInUse } from '../detail/detail-writes.ts';
import { drawOptionLetters } from './option-letters.ts';
import { type QuestionVersionEvent, requireQuestionVersion } from './question-history-store.ts';
import { addQuestionIndexes, removeQuestionIndexes, questionIndexColumns } from './question-index-store.ts';
import type { QuestionScope } from './question-list-store.ts';
import { questionMessages as messages } from './question-messages.ts';
import { toQuestionColumns, type QuestionTableRow, toQuestionBody } from './question-row.ts';
import { readQuestionRows } from './question-rows-store.ts';

export interface NewQuestion {
  readonly body: QuestionBody;
  readonly hash: string;
}
/** Change that `change` or `changeAll` makes to one question. */
export interface QuestionChange {
  readonly body?: QuestionBody;
  readonly status?: QuestionStatusCode;
  readonly event: QuestionVersionEvent;
  readonly note?: string;
  /** Id of the detail table (table of assessment points) from which the question's point was chosen. Its use freezes the table. */
  readonly tableId?: number | null;
}

/** Result of changing one question. `fields`: the names of the fields that changed. */
export interface QuestionChangeResult {
  readonly version: number;
  readonly fields: readonly string[];
  readonly before: QuestionBody;
}

/** A question with its row and its words for the search, before it is added. */
export interface PreparedQuestion {
  readonly question: NewQuestion;
  readonly row: ReturnType<typeof prepareRow>;
}
/** Options of adding many questions. */
export interface QuestionAddOptions extends Editor {
  /** Id of the bank: the school that owns it, or `certifiedBankId` for the certified bank that all schools share. */
  readonly schoolId: number;
  readonly status: QuestionStatusCode;
  /** Leaves out questions that the bank or an earlier entry already has. */
  readonly skipDuplicates: boolean;
  /** Called after every slice with the number of questions done and the total. It may throw to abort the work. */
  readonly progress?: (done: number, total: number) => void;
}

/** Yield to the event loop after this many rows: at most a few dozen milliseconds. */
const rowsPerInsert = 50;
/** Yield to the event loop after this many changes: an exam may be running. */
const changesPerTurn = 50;

export function createQuestionStore(db: Kysely<Database>) {
  return {
    row: (id: number): Promise<QuestionTableRow | undefined> =>
      db.selectFrom('question').selectAll().where('id', '=', id).executeTakeFirst(),

    async rows(ids: readonly number[]): Promise<Map<number, QuestionTableRow>> {
      return new Map((await readQuestionRows(db, ids)).map((row) => [row.id, row]));
    },

    /** Maps each hash to the id of the first question of the bank that has it. */
    idsByHash: (schoolId: number, hashes: readonly string[]): Promise<Map<string, number>> => findIdsByHash(db, schoolId, hashes),

    async add(
      tx: Transaction<Database>,
      body: QuestionBody,
      options: Editor & { schoolId: number; status: QuestionStatusCode; tableId: number | null },
    ): Promise<RowVersionKey> {
      const [row] = await insert(tx, [prepareRow(body, options)]);
      if (row === undefined) throw new Error('INSERT … RETURNING returned no row');
      await freezeTable(tx, options.tableId, options);
      return { id: row.id, version: 1 };
    },

    /** Adds prepared questions and returns those that were added. `skipDuplicates` leaves out questions that the bank already has in `tx`. */
    async addAll(
      tx: Transaction<Database>,
      prepared: readonly PreparedQuestion[],
      options: QuestionAddOptions,
    ): Promise<readonly NewQuestion[]> {
      const hashes = prepared.map((one) => one.question.hash);
      const knownHashes = options.skipDuplicates ? new Set((await findIdsByHash(tx, options.schoolId, hashes)).keys()) : undefined;
      const newQuestions = prepared.filter(({ question }) => {
        if (!knownHashes) return true;
        if (knownHashes.has(question.hash)) return false;
        knownHashes.add(question.hash);
        return true;
      });
      for (let at = 0; at < newQuestions.length; at += rowsPerInsert) {
        const slice = newQuestions.slice(at, at + rowsPerInsert);
        await insert(
          tx,
          slice.map((one) => one.row),
        );
        options.progress?.(newQuestions.length + at + slice.length, newQuestions.length * 2);
        await nextTurn();
      }
      return newQuestions.map((one) => one.question);
    },

    /** Records that the questions of an uploaded file were imported, and deletes the stored content of the file. */
    noteImported: (tx: Transaction<Database>, importId: number, counts: { imported: number; skipped: number }): Promise<unknown> =>
      tx
        .updateTable('question_import')
        .set({ ...counts, content: null })
        .where('id', '=', importId)
        .execute(),

    /** Changes one question. Refuses if it does not exist or the caller saw another version. */
    change: async (tx: Transaction<Database>, key: RowVersionKey, change: QuestionChange, editor: Editor): Promise<QuestionChangeResult> =>
      write(tx, await readToChange(tx, key), change, editor),

    /** Changes several questions. `next` returns undefined to skip a question. */
    async changeAll(
      tx: Transaction<Database>,
      keys: readonly RowVersionKey[],
      next: (row: QuestionTableRow) => QuestionChange | undefined,
      editor: Editor,
    ): Promise<ReadonlyMap<number, QuestionChangeResult>> {
      const changed = new Map<number, QuestionChangeResult>();
      for (const [at, key] of keys.entries()) {
        const row = await readToChange(tx, key);
        const change = next(row);
        if (change) changed.set(key.id, await write(tx, row, change, editor));
        if (at % changesPerTurn === changesPerTurn - 1) await nextTurn();
      }
      return changed;
    },

    /** Removes questions and returns their rows. Refuses if a question is no draft or is used in a paper. */
    async remove(tx: Transaction<Database>, keys: readonly RowVersionKey[]): Promise<readonly QuestionTableRow[]> {
      const rows: QuestionTableRow[] = [];
      for (const key of keys) rows.push(await readToChange(tx, key));
      const nonDrafts = rows.filter((row) => row.status !== questionStatus.draft);
      if (nonDrafts.length > 0) refuse('refused', messages.removeOnlyDrafts(nonDrafts.map((row) => row.id)));
      const ids = rows.map((row) => row.id);
      const used = await tx.selectFrom('paper_question').select('question_id').distinct().where('question_id', 'in', ids).execute();
      if (used.length > 0) refuse('refused', messages.removeUsed(used.map((row) => row.question_id)));
      for (const row of rows) await removeQuestionIndexes(tx, row);
      await tx.deleteFrom('question').where('id', 'in', ids).execute();
      return rows;
    },
  };
}

/** Prepares questions for `addAll`. The preparation is half of the work of an import and needs no database. */
export async function prepareQuestions(
  questions: readonly NewQuestion[],
  options: QuestionAddOptions,
): Promise<readonly PreparedQuestion[]> {
  const prepared: PreparedQuestion[] = [];
  for (const [at, question] of questions.entries()) {
    if (at % rowsPerInsert === 0) {
      options.progress?.(at, questions.length * 2);
      await nextTurn();
    }
    prepared.push({ question, row: prepareRow(question.body, options) });
  }
  return prepared;
}

/** Reads a question to change. Refuses if it does not exist or the caller saw another version. */
async function readToChange(tx: Transaction<Database>, { id, version }: RowVersionKey): Promise<QuestionTableRow> {
  const row = await tx.selectFrom('question').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) refuse('notFound', messages.notFound());
  await requireQuestionVersion(tx, row, version);
  return row;
}

async function insert(tx: Transaction<Database>, ready: readonly ReturnType<typeof prepareRow>[]): Promise<readonly { id: number }[]> {
  const added = await tx
    .insertInto('question')
    .values(ready.map((one) => one.columns))
    .returning(questionIndexColumns)
    .execute();
  // SQLite returns the rows in insertion order. If it ever does not, the words are computed again.
  const getWords = (plain: string, at: number) => (ready[at]?.columns.plain === plain ? ready[at].words : undefined);
  await addQuestionIndexes(
    tx,
    added.map((row, at) => ({ ...row, words: getWords(row.plain, at) })),
  );
  return added;
}

/** Prepares the row of a question, with everything that needs no database. */
function prepareRow(body: QuestionBody, { schoolId, status, userId, nowMs }: Editor & { schoolId: number; status: QuestionStatusCode }) {
  const stamps = { created_by: userId, created_ms: nowMs, updated_by: userId, updated_ms: nowMs };
  const columns = { ...toQuestionColumns(drawOptionLetters(body), schoolId), school_id: schoolId, status, ...stamps };
  return { columns, words: buildQuestionWords(columns) };
}

function findChanges(row: QuestionTableRow, change: QuestionChange) {
  const before = toQuestionBody(row);
  const newBody = change.body ?? before;
  // A question that is saved without a change to options and key keeps its option letters.
  const body =
    isDeepStrictEqual(newBody.options, before.options) && isDeepStrictEqual(newBody.key, before.key) ? newBody : drawOptionLetters(newBody);
  const fields = [...listChangedFields(before, body), ...(change.status === undefined || change.status === row.status ? [] : ['status'])];
  return { before, body, fields };
}

/** Writes a new version if the change differs from the stored question. */
async function write(
  tx: Transaction<Database>,
  row: QuestionTableRow,
  change: QuestionChange,
  editor: Editor,
): Promise<QuestionChangeResult> {
  const { before, body, fields } = findChanges(row, change);
  if (fields.length === 0) return { version: row.version, fields, before };
  const version = row.version + 1;
  const columns = change.body === undefined ? {} : toQuestionColumns(body, row.school_id);
  await tx
    .updateTable('question')
    .set({ ...columns, status: change.status ?? row.status, version, updated_by: editor.userId, updated_ms: editor.nowMs })
    .where('id', '=', row.id)
    .execute();
  const was: Record<string, unknown> = { ...before, status: row.status };
  await tx
    .insertInto('question_version')
    .values({
      question_id: row.id,
      version,
      event: change.event,
      before: JSON.stringify(Object.fromEntries(fields.map((field) => [field, was[field]]))),
      note: change.note ?? '',
      user_id: editor.userId,
      at_ms: editor.nowMs,
    })
    .execute();
  const after = { ...row, ...columns, status: change.status ?? row.status };
  if (questionIndexColumns.some((column) => after[column] !== row[column])) {
    await removeQuestionIndexes(tx, row);
    await addQuestionIndexes(tx, [after]);
  }
  await freezeTable(tx, change.tableId ?? null, editor);
  return { version, fields, before };
}

async function freezeTable(tx: Transaction<Database>, tableId: number | null, { userId, nowMs }: Editor): Promise<void> {
  if (tableId !== null) await freezeTableInUse(tx, tableId, userId, nowMs);
}

async function findIdsByHash(db: Kysely<Database>, schoolId: number, hashes: readonly string[]): Promise<Map<string, number>> {
  const idByHash = new Map<string, number>();
  for (const hashSlice of sliceValues(hashes)) {
    const rows = await db
      .selectFrom('question')
      .select(['hash', (eb) => eb.fn.min('id').as('id')])
      .where('school_id', '=', schoolId)
      .where('hash', 'in', hashSlice)
      .groupBy('hash')
      .execute();
    for (const row of rows) idByHash.set(row.hash, row.id);
  }
  return idByHash;
}

/** Counts questions by profession and status, and by point of a detail table. Reads only an index. */
export function createQuestionCountStore(db: Kysely<Database>) {
  const selectRows = (scope: QuestionScope) => {
    const { hidden } = scope;
    const all = db.selectFrom('question').where('school_id', '=', scope.schoolId);
    const base = hidden === undefined ? all : all.where('id', 'not in', hidden);
    return scope.offered === undefined ? base : base.where('status', '=', questionStatus.inUse).where('prof_id', 'in', [...scope.offered]);
  };
  return {
    byProfession: (scope: QuestionScope) =>
      selectRows(scope)
        .select(({ fn }) => ['prof_id as profId', 'status', fn.countAll<number>().as('count')])
        .groupBy(['prof_id', 'status'])
        .execute(),

    byPoint: (scope: QuestionScope, profId: number, level: ProfessionLevel) =>
      selectRows(scope)
        .select(({ fn }) => ['point_code as pointCode', fn.countAll<number>().as('count')])
        .where('prof_id', '=', profId)
        .where('level', '=', level)
        .groupBy('point_code')
        .execute(),
  };
}
