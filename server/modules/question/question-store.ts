import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { questionStatus, type QuestionEvent, type QuestionStatusCode } from '../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../sync/contract/bank/question.ts';
import { listChangedFields } from '../../db/changed-fields.ts';
import { buildQuestionWords } from '../../db/search/question-words.ts';
import type { Database } from '../../db/schema.ts';
import { startScopedTransaction } from '../../db/lock-scope.ts';
import { freezeTableInUse } from '../detail/detail-writes.ts';
import { addQuestionIndexes, removeQuestionIndexes, questionIndexColumns } from './question-index-store.ts';
import { toQuestionColumns, type QuestionTableRow, toQuestionBody } from './question-row.ts';
import { readQuestionRows } from './question-rows-store.ts';

export interface NewQuestion {
  readonly body: QuestionBody;
  readonly hash: string;
}
export interface QuestionEditor {
  readonly userId: number;
  readonly nowMs: number;
}
export interface QuestionVersionKey {
  readonly id: number;
  readonly version: number;
}
/** Event that makes a version; the first version has `add`. */
export type QuestionVersionEvent = QuestionEvent | 'save' | 'file' | 'restore';

/** Change to make to one question. */
export interface QuestionChange {
  readonly body?: QuestionBody;
  readonly status?: QuestionStatusCode;
  readonly event: QuestionVersionEvent;
  readonly note?: string;
  /** Detail table that the point was chosen from; using it freezes the table. */
  readonly tableId?: number | null;
}

export type QuestionChangeOutcome =
  | { readonly kind: 'done'; readonly version: number; readonly fields: readonly string[]; readonly before: QuestionBody }
  | { readonly kind: 'notFound' | 'stale' };

/** Writes in the same transaction as the change. */
type Alongside<T> = (tx: Transaction<Database>, done: T) => Promise<void>;

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
    idsByHash: (schoolId: number | null, hashes: readonly string[]): Promise<Map<string, number>> => idsByHash(db, schoolId, hashes),

    add: (
      body: QuestionBody,
      options: QuestionEditor & { schoolId: number | null; status: QuestionStatusCode; tableId: number | null },
      alongside?: Alongside<QuestionVersionKey>,
    ): Promise<QuestionVersionKey> =>
      startScopedTransaction(options.schoolId ?? 'everything', db).execute(async (tx) => {
        const [row] = await insert(tx, [readyOf(body, options)]);
        if (row === undefined) throw new Error('an insert without its row');
        await freezeTable(tx, options.tableId, options);
        const made = { id: row.id, version: 1 };
        await alongside?.(tx, made);
        return made;
      }),

    /**
     * Adds all questions or none. `skipDuplicates` leaves out questions that the bank (read within the transaction) or an earlier entry already has.
     * Returns the added questions.
     */
    async addAll(
      questions: readonly NewQuestion[],
      options: QuestionEditor & {
        schoolId: number | null;
        skipDuplicates: boolean;
        status: QuestionStatusCode;
        /** Uploaded file that the questions come from; marked as imported in the same transaction. */
        importId?: number | undefined;
        /** Writes in the same transaction as the questions. */
        alongside?: (tx: Transaction<Database>) => Promise<void>;
        /** Called after every slice; throws to abort the whole import. */
        progress?: (done: number, total: number) => void;
      },
    ): Promise<readonly NewQuestion[]> {
      const ready = new Map<NewQuestion, ReturnType<typeof readyOf>>();
      for (const [at, one] of questions.entries()) {
        if (at % rowsPerInsert === 0) {
          options.progress?.(at, questions.length * 2);
          await nextTurn();
        }
        ready.set(one, readyOf(one.body, options));
      }
      return startScopedTransaction(options.schoolId ?? 'everything', db).execute(async (tx) => {
        const hashes = questions.map((one) => one.hash);
        const known = options.skipDuplicates ? new Set((await idsByHash(tx, options.schoolId, hashes)).keys()) : undefined;
        const fresh = questions.filter((one) => {
          if (!known) return true;
          if (known.has(one.hash)) return false;
          known.add(one.hash);
          return true;
        });
        for (let at = 0; at < fresh.length; at += rowsPerInsert) {
          const slice = fresh.slice(at, at + rowsPerInsert);
          await insert(
            tx,
            slice.map((one) => ready.get(one) ?? readyOf(one.body, options)),
          );
          options.progress?.(fresh.length + at + slice.length, fresh.length * 2);
          await nextTurn();
        }
        await options.alongside?.(tx);
        if (options.importId !== undefined)
          await tx
            .updateTable('question_import')
            .set({ imported: fresh.length, skipped: questions.length - fresh.length, content: null })
            .where('id', '=', options.importId)
            .execute();
        return fresh;
      });
    },

    change: (key: QuestionVersionKey, change: QuestionChange, editor: QuestionEditor, alongside?: Alongside<Done>) =>
      db.transaction().execute(async (tx): Promise<QuestionChangeOutcome> => {
        const row = await tx.selectFrom('question').selectAll().where('id', '=', key.id).executeTakeFirst();
        if (row === undefined) return { kind: 'notFound' };
        if (row.version !== key.version) return { kind: 'stale' };
        const done = await write(tx, row, change, editor);
        await alongside?.(tx, done);
        return done;
      }),

    /** Changes all questions or none. `notFound` and `stale` name the first question that stopped it. `next` returns undefined to skip a question. */
    changeAll: (
      keys: readonly QuestionVersionKey[],
      next: (row: QuestionTableRow) => QuestionChange | undefined,
      editor: QuestionEditor,
      alongside: Alongside<ReadonlyMap<number, Done>>,
    ) =>
      db
        .transaction()
        .execute(
          async (tx): Promise<{ kind: 'done'; changed: Map<number, Done> } | { kind: 'notFound' | 'stale'; key: QuestionVersionKey }> => {
            const changed = new Map<number, Done>();
            for (const [at, key] of keys.entries()) {
              const row = await tx.selectFrom('question').selectAll().where('id', '=', key.id).executeTakeFirst();
              const fault = row === undefined ? 'notFound' : row.version === key.version ? undefined : 'stale';
              if (fault !== undefined) throw new Stopped(fault, key);
              const change = row && next(row);
              if (row && change) changed.set(key.id, await write(tx, row, change, editor));
              if (at % changesPerTurn === changesPerTurn - 1) await nextTurn();
            }
            await alongside(tx, changed);
            return { kind: 'done', changed };
          },
        )
        .catch((error: unknown) => {
          if (error instanceof Stopped) return { kind: error.kind, key: error.key };
          throw error;
        }),

    /** Removes all questions or none. `used`: ids that papers contain; `status`: ids that are no drafts. */
    remove: (keys: readonly QuestionVersionKey[], alongside: Alongside<readonly QuestionTableRow[]>) =>
      db
        .transaction()
        .execute(
          async (
            tx,
          ): Promise<
            { kind: 'done' } | { kind: 'used' | 'status'; ids: number[] } | { kind: 'notFound' | 'stale'; key: QuestionVersionKey }
          > => {
            const rows: QuestionTableRow[] = [];
            for (const key of keys) {
              const row = await tx.selectFrom('question').selectAll().where('id', '=', key.id).executeTakeFirst();
              if (row === undefined) return { kind: 'notFound', key };
              if (row.version !== key.version) return { kind: 'stale', key };
              rows.push(row);
            }
            const begun = rows.filter((row) => row.status !== questionStatus.draft);
            if (begun.length > 0) return { kind: 'status', ids: begun.map((row) => row.id) };
            const ids = rows.map((row) => row.id);
            const used = await tx.selectFrom('paper_question').select('question_id').distinct().where('question_id', 'in', ids).execute();
            if (used.length > 0) return { kind: 'used', ids: used.map((row) => row.question_id) };
            for (const row of rows) await removeQuestionIndexes(tx, row);
            await tx.deleteFrom('question').where('id', 'in', ids).execute();
            await alongside(tx, rows);
            return { kind: 'done' };
          },
        ),
  };
}

type Done = Extract<QuestionChangeOutcome, { kind: 'done' }>;

/** Rolls back a transaction that cannot continue. */
class Stopped extends Error {
  readonly kind: 'notFound' | 'stale';
  readonly key: QuestionVersionKey;
  constructor(kind: 'notFound' | 'stale', key: QuestionVersionKey) {
    super(kind);
    this.kind = kind;
    this.key = key;
  }
}

async function insert(tx: Transaction<Database>, ready: readonly ReturnType<typeof readyOf>[]): Promise<readonly { id: number }[]> {
  const added = await tx
    .insertInto('question')
    .values(ready.map((one) => one.columns))
    .returning(questionIndexColumns)
    .execute();
  // SQLite returns the rows in insertion order. If it ever does not, the words are computed again.
  const words = (plain: string, at: number) => (ready[at]?.columns.plain === plain ? ready[at].words : undefined);
  await addQuestionIndexes(
    tx,
    added.map((row, at) => ({ ...row, words: words(row.plain, at) })),
  );
  return added;
}

/** Prepares the row of a question, with everything that needs no database. This is half of the work of an import and runs before its transaction. */
function readyOf(
  body: QuestionBody,
  { schoolId, status, userId, nowMs }: QuestionEditor & { schoolId: number | null; status: QuestionStatusCode },
) {
  const stamps = { created_by: userId, created_ms: nowMs, updated_by: userId, updated_ms: nowMs };
  const columns = { ...toQuestionColumns(body, schoolId), school_id: schoolId, status, ...stamps };
  return { columns, words: buildQuestionWords(columns) };
}

function changesOf(row: QuestionTableRow, change: QuestionChange) {
  const before = toQuestionBody(row);
  const body = change.body ?? before;
  const fields = [...listChangedFields(before, body), ...(change.status === undefined || change.status === row.status ? [] : ['status'])];
  return { before, body, fields };
}

/** Writes a new version if the change differs from the stored question. */
async function write(tx: Transaction<Database>, row: QuestionTableRow, change: QuestionChange, editor: QuestionEditor): Promise<Done> {
  const { before, body, fields } = changesOf(row, change);
  if (fields.length === 0) return { kind: 'done', version: row.version, fields, before };
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
  return { kind: 'done', version, fields, before };
}

async function freezeTable(tx: Transaction<Database>, tableId: number | null, { userId, nowMs }: QuestionEditor): Promise<void> {
  if (tableId !== null) await freezeTableInUse(tx, tableId, userId, nowMs);
}

async function idsByHash(db: Kysely<Database>, schoolId: number | null, hashes: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let at = 0; at < hashes.length; at += 1000) {
    const rows = await db
      .selectFrom('question')
      .select(['hash', (eb) => eb.fn.min('id').as('id')])
      .where('school_id', 'is', schoolId)
      .where('hash', 'in', hashes.slice(at, at + 1000))
      .groupBy('hash')
      .execute();
    for (const row of rows) found.set(row.hash, row.id);
  }
  return found;
}
