import type { Kysely, Selectable, Transaction } from 'kysely';
import { detailTableStatus, type ProfessionLevel } from '../../../sync/contract/codes.ts';
import type { DetailLine } from '../../../sync/contract/bank/detail.ts';
import { sumChildWeights } from '../../../sync/domain/papers/detail-rules.ts';
import { getNextDetailTableStatus, type DetailTableEvent } from '../../../sync/domain/papers/detail-table-machine.ts';
import type { Database } from '../../db/schema.ts';
import { type VersionNote, createVersionNoteStore } from '../../db/version-note-store.ts';
import { detailHistoryKind as noteKind } from './detail-writes.ts';
import { toLineColumns, toDetailLine, type DetailLineRow } from './detail-line-rows.ts';

type Row = Selectable<Database['detail_table']>;
export interface DetailTablePlace {
  readonly professionId: number;
  readonly tradeId: number | null;
  readonly level: ProfessionLevel;
}
interface Editor {
  readonly userId: number;
  readonly nowMs: number;
}
interface Key {
  readonly id: number;
  readonly version: number;
}

/** Writes in the same transaction as the change. `version`: the new version of the table. */
export type WriteWithTable = (tx: Transaction<Database>, version: number) => Promise<void>;

export type DetailChangeOutcome<Kind extends string = never> =
  | { readonly kind: 'done'; readonly version: number }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'stale'; readonly note: VersionNote }
  /** The state machine does not allow the event in this status. */
  | { readonly kind: 'status'; readonly row: Row }
  | { readonly kind: Kind; readonly row: Row };

export function createDetailStore(db: Kysely<Database>) {
  /** Runs a change of a table: checks version and status in the transaction that writes it. */
  const change = <Kind extends string = never>(
    key: Key,
    event: Exclude<DetailTableEvent, 'use'>,
    editor: Editor,
    write: (tx: Transaction<Database>, before: Row) => Promise<{ columns?: Partial<Omit<Row, 'created_ms'>>; figures?: Figures } | Kind>,
    alongside: WriteWithTable,
  ): Promise<DetailChangeOutcome<Kind>> =>
    db.transaction().execute(async (tx): Promise<DetailChangeOutcome<Kind>> => {
      const row = await tx.selectFrom('detail_table').selectAll().where('id', '=', key.id).executeTakeFirst();
      if (!row) return { kind: 'notFound' };
      const notes = createVersionNoteStore(tx);
      if (row.version !== key.version) return { kind: 'stale', note: await notes.since(noteKind, key.id, key.version) };
      const status = getNextDetailTableStatus(row.status, event);
      if (status === undefined) return { kind: 'status', row };
      const written = await write(tx, row);
      if (typeof written === 'string') return { kind: written, row };
      if (event === 'remove') {
        await notes.forget(noteKind, key.id);
        await alongside(tx, row.version);
        return { kind: 'done', version: row.version };
      }
      const version = row.version + 1;
      await tx
        .updateTable('detail_table')
        .set({ ...written.columns, status, version, updated_by: editor.userId, updated_ms: editor.nowMs })
        .where('id', '=', key.id)
        .execute();
      await log(tx, key.id, event, editor, written.figures);
      await notes.write({ kind: noteKind, id: key.id, version }, { ...editor, fields: [event === 'save' ? 'lines' : 'status'] });
      await alongside(tx, version);
      return { kind: 'done', version };
    });

  return {
    lines: async (tableId: number): Promise<DetailLine[]> => (await rowsOf(db, tableId)).map(toDetailLine),

    history: async (tableId: number) => {
      const rows = await db
        .selectFrom('detail_event')
        .leftJoin('user', 'user.id', 'detail_event.user_id')
        .select(['event', 'at_ms', 'figures', 'user.name'])
        .where('table_id', '=', tableId)
        .orderBy('detail_event.id', 'desc')
        .limit(50)
        .execute();
      return rows.map((row) => ({
        event: row.event,
        userName: row.name ?? '',
        atMs: row.at_ms,
        figures: row.figures === null ? null : (JSON.parse(row.figures) as Figures),
      }));
    },

    /** All editions for the same profession, trade and level, newest first. */
    editions: ({ professionId, tradeId, level }: DetailTablePlace) =>
      db
        .selectFrom('detail_table')
        .select(['id', 'edition', 'status'])
        .where('profession_id', '=', professionId)
        .where('level', '=', level)
        .where((eb) => (tradeId === null ? eb('trade_id', 'is', null) : eb('trade_id', '=', tradeId)))
        .orderBy('edition', 'desc')
        .execute(),

    /** Adds a draft, or returns the existing draft that prevents it. `copyOf`: id of the table whose lines are copied. */
    add: (
      place: DetailTablePlace,
      copyOf: number | null,
      editor: Editor,
      alongside: (tx: Transaction<Database>, added: Key) => Promise<void>,
    ): Promise<{ kind: 'draft'; edition: number } | { kind: 'done'; id: number; version: number }> =>
      db.transaction().execute(async (tx) => {
        const before = await createDetailStore(tx).editions(place);
        const draft = before.find((each) => each.status === detailTableStatus.draft);
        if (draft) return { kind: 'draft', edition: draft.edition };
        const row = await tx
          .insertInto('detail_table')
          .values({
            profession_id: place.professionId,
            trade_id: place.tradeId,
            level: place.level,
            edition: (before[0]?.edition ?? 0) + 1,
            updated_by: editor.userId,
            updated_ms: editor.nowMs,
            created_ms: editor.nowMs,
          })
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow();
        if (copyOf !== null) {
          const rows = await rowsOf(tx, copyOf);
          await insertRows(
            tx,
            rows.map(({ id: _id, ...line }) => ({ ...line, table_id: row.id })),
          );
          await tx
            .updateTable('detail_table')
            .set(figuresOf(rows.map(toDetailLine)))
            .where('id', '=', row.id)
            .execute();
        }
        await log(tx, row.id, copyOf === null ? 'add' : 'copy', editor);
        await alongside(tx, row);
        return { kind: 'done', ...row };
      }),

    /** Replaces the lines of a draft. `foreign`: a line has an id that the table does not have, or that occurs twice. */
    save: (key: Key, lines: readonly DetailLine[], editor: Editor, alongside: WriteWithTable) =>
      change<'foreign'>(
        key,
        'save',
        editor,
        async (tx) => {
          const before = new Map((await rowsOf(tx, key.id)).map((row) => [row.id, row]));
          const ids = lines.flatMap((line) => line.id ?? []);
          if (new Set(ids).size < ids.length || ids.some((id) => !before.has(id))) return 'foreign';
          return { columns: figuresOf(lines), figures: await writeLines(tx, key.id, before, lines) };
        },
        alongside,
      ),

    /** Publishes a draft. `unfit`: `mayPublish` rejected the stored lines. */
    publish: (key: Key, mayPublish: (lines: readonly DetailLine[]) => boolean, editor: Editor, alongside: WriteWithTable) =>
      change<'unfit'>(
        key,
        'publish',
        editor,
        async (tx) => (mayPublish((await rowsOf(tx, key.id)).map(toDetailLine)) ? {} : 'unfit'),
        alongside,
      ),

    /** Turns a published table into a draft again. `draft`: another edition is already a draft. */
    withdraw: (key: Key, editor: Editor, alongside: WriteWithTable) =>
      change<'draft'>(
        key,
        'withdraw',
        editor,
        async (tx, row) => {
          const place = { professionId: row.profession_id, tradeId: row.trade_id, level: row.level };
          return (await createDetailStore(tx).editions(place)).some((each) => each.status === detailTableStatus.draft) ? 'draft' : {};
        },
        alongside,
      ),

    remove: (key: Key, editor: Editor, alongside: WriteWithTable) =>
      change(
        key,
        'remove',
        editor,
        async (tx) => {
          await tx.deleteFrom('detail_table').where('id', '=', key.id).execute();
          return {};
        },
        alongside,
      ),
  };
}

interface Figures {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

const rowsOf = (db: Kysely<Database>, tableId: number): Promise<DetailLineRow[]> =>
  db.selectFrom('detail_line').selectAll().where('table_id', '=', tableId).orderBy('position').execute();

const figuresOf = (lines: readonly DetailLine[]) => ({
  point_count: lines.filter((line) => line.depth === 4).length,
  weight_total: sumChildWeights(lines).get(-1) ?? 0,
});

const log = (
  tx: Transaction<Database>,
  tableId: number,
  event: Exclude<DetailTableEvent, 'remove'> | 'add' | 'copy',
  editor: Editor,
  figures?: Figures,
) =>
  tx
    .insertInto('detail_event')
    .values({ table_id: tableId, event, user_id: editor.userId, at_ms: editor.nowMs, figures: figures ? JSON.stringify(figures) : null })
    .execute();

async function insertRows(tx: Transaction<Database>, rows: readonly Omit<DetailLineRow, 'id'>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 500)
    await tx
      .insertInto('detail_line')
      .values(rows.slice(at, at + 500))
      .execute();
}

/** Writes the lines that differ. A line that stays keeps its id and its `root_id`. */
async function writeLines(
  tx: Transaction<Database>,
  tableId: number,
  before: ReadonlyMap<number, DetailLineRow>,
  lines: readonly DetailLine[],
): Promise<Figures> {
  const kept = new Set(lines.flatMap((line) => line.id ?? []));
  const gone = [...before.keys()].filter((id) => !kept.has(id));
  for (let at = 0; at < gone.length; at += 1000)
    await tx
      .deleteFrom('detail_line')
      .where('id', 'in', gone.slice(at, at + 1000))
      .execute();
  const columns = toLineColumns(lines);
  const fresh: Omit<DetailLineRow, 'id'>[] = [];
  let changed = 0;
  for (const [at, line] of lines.entries()) {
    const wanted = columns[at];
    const stood = line.id === undefined ? undefined : before.get(line.id);
    if (wanted === undefined) continue;
    if (stood === undefined)
      fresh.push({ ...wanted, weight: wanted.weight ?? null, table_id: tableId, root_id: 0 } as Omit<DetailLineRow, 'id'>);
    else if (Object.entries(wanted).some(([name, value]) => stood[name as keyof DetailLineRow] !== value)) {
      // A line that only moves because of others does not count as changed.
      if (Object.entries(wanted).some(([name, value]) => name !== 'position' && stood[name as keyof DetailLineRow] !== value)) changed += 1;
      await tx.updateTable('detail_line').set(wanted).where('id', '=', stood.id).execute();
    }
  }
  await insertRows(tx, fresh);
  await tx
    .updateTable('detail_line')
    .set((eb) => ({ root_id: eb.ref('id') }))
    .where('table_id', '=', tableId)
    .where('root_id', '=', 0)
    .execute();
  return { added: fresh.length, removed: gone.length, changed };
}
