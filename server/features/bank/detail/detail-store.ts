import type { Kysely, Selectable, Transaction, Insertable } from 'kysely';
import type { DetailLine } from '../../../../sync/contract/bank/detail.ts';
import { detailTableStatus, type ProfessionLevel, type DetailTableStatusCode } from '../../../../sync/contract/codes.ts';
import type { RowVersionKey } from '../../../../sync/contract/scalars.ts';
import { sumChildWeights, toHundredths, listLineParents } from '../../../../sync/domain/papers/detail-rules.ts';
import { getNextDetailTableStatus, type DetailTableEvent } from '../../../../sync/domain/papers/detail-table-machine.ts';
import { createChangeNoteStore, type Editor } from '../../../db/change-note-store.ts';
import { anyContainsKeyword, type PageOrder, readPageOfRows } from '../../../db/list-page.ts';
import type { Database } from '../../../db/schema.ts';
import { sliceValues } from '../../../db/slice-values.ts';
import { refuse } from '../../../http/handler.ts';
import { requireVersion } from '../../../http/stale-version.ts';
import { detailFieldNames, detailMessages as messages } from './detail-messages.ts';
import { detailHistoryKind as noteKind } from './detail-writes.ts';

type DetailLineRow = Selectable<Database['detail_line']>;
type LineColumns = Omit<Insertable<Database['detail_line']>, 'id' | 'table_id' | 'root_id'>;

/** Converts the lines of a detail table to the columns of their rows: position, and full code from the top level down. */
function toLineColumns(lines: readonly DetailLine[]): LineColumns[] {
  const parents = listLineParents(lines);
  const fullCodes: string[] = [];
  return lines.map((line, position) => {
    const parentCode = fullCodes[parents[position] ?? -1];
    const full_code = parentCode === undefined ? line.code : `${parentCode}-${line.code}`;
    fullCodes.push(full_code);
    const ratio = line.depth === 4 ? null : line.ratio;
    return {
      position,
      depth: line.depth,
      code: line.code,
      name: line.name,
      weight: line.depth === 4 || line.weight === null ? null : toHundredths(line.weight),
      ratio_x: ratio?.x ?? null,
      ratio_y: ratio?.y ?? null,
      ratio_z: ratio?.z ?? null,
      importance: line.depth === 4 ? line.importance : null,
      full_code,
    };
  });
}

function toDetailLine(row: DetailLineRow): DetailLine {
  const { id, code, name, depth } = row;
  if (depth === 4) return { id, code, name, depth, importance: row.importance };
  const { ratio_x: x, ratio_y: y, ratio_z: z } = row;
  return {
    id,
    code,
    name,
    depth,
    weight: row.weight === null ? null : row.weight / 100,
    ratio: x === null || y === null || z === null ? null : { x, y, z },
  };
}

type Row = Selectable<Database['detail_table']>;
export interface DetailTablePlace {
  readonly professionId: number;
  readonly tradeId: number | null;
  readonly level: ProfessionLevel;
}

/** A change of a detail table that is under way: its row as stored, and the status that the change leads to. */
interface OpenChange {
  readonly row: Row;
  readonly status: Row['status'];
}

export function createDetailStore(db: Kysely<Database>) {
  /**
   * Reads a detail table to change it. Refuses if it does not exist, if the caller saw another version, or if its status does not allow the event.
   */
  const begin = async (tx: Transaction<Database>, key: RowVersionKey, event: Exclude<DetailTableEvent, 'use'>): Promise<OpenChange> => {
    const row = await tx.selectFrom('detail_table').selectAll().where('id', '=', key.id).executeTakeFirst();
    if (!row) refuse('notFound', messages.notFound());
    await requireVersion(tx, { kind: noteKind, ...row }, key.version, messages.called(), detailFieldNames);
    const status = getNextDetailTableStatus(row.status, event);
    if (status === undefined) {
      if (event !== 'withdraw') refuse('refused', messages.notDraft());
      refuse('refused', row.status === detailTableStatus.frozen ? messages.frozen() : messages.notPublished());
    }
    return { row, status };
  };

  /** Writes the new version of a detail table, the event in its history, and the change history. */
  const finish = async (
    tx: Transaction<Database>,
    { row, status }: OpenChange,
    event: Exclude<DetailTableEvent, 'use' | 'remove'>,
    editor: Editor,
    changes: { readonly columns?: Partial<Omit<Row, 'created_ms'>>; readonly figures?: Figures } = {},
  ): Promise<RowVersionKey> => {
    const key = { id: row.id, version: row.version + 1 };
    await tx
      .updateTable('detail_table')
      .set({ ...changes.columns, status, version: key.version, updated_by: editor.userId, updated_ms: editor.nowMs })
      .where('id', '=', row.id)
      .execute();
    await log(tx, row.id, event, editor, changes.figures);
    await createChangeNoteStore(tx).write({ kind: noteKind, ...key }, { ...editor, fields: [event === 'save' ? 'lines' : 'status'] });
    return key;
  };

  /** Refuses if one of the detail table's editions is a draft, because there may be only one draft at a time. */
  const requireNoDraft = (editions: readonly { readonly edition: number; readonly status: number }[]): void => {
    const draft = editions.find((each) => each.status === detailTableStatus.draft);
    if (draft) refuse('refused', messages.draftExists(draft.edition));
  };

  return {
    lines: async (tableId: number): Promise<DetailLine[]> => (await listLineRows(db, tableId)).map(toDetailLine),

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

    /** Lists the detail tables of all editions for the same profession, trade and level, newest first. */
    editions: ({ professionId, tradeId, level }: DetailTablePlace) =>
      db
        .selectFrom('detail_table')
        .select(['id', 'edition', 'status'])
        .where('profession_id', '=', professionId)
        .where('level', '=', level)
        .where((eb) => (tradeId === null ? eb('trade_id', 'is', null) : eb('trade_id', '=', tradeId)))
        .orderBy('edition', 'desc')
        .execute(),

    /** Adds a detail table as a draft. Refuses if another edition is a draft. `copyOf`: id of the table whose lines are copied. */
    async add(tx: Transaction<Database>, place: DetailTablePlace, copyOf: number | null, editor: Editor): Promise<RowVersionKey> {
      const before = await createDetailStore(tx).editions(place);
      requireNoDraft(before);
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
        const rows = await listLineRows(tx, copyOf);
        await insertRows(
          tx,
          rows.map(({ id: _id, ...line }) => ({ ...line, table_id: row.id })),
        );
        await tx
          .updateTable('detail_table')
          .set(computeFigures(rows.map(toDetailLine)))
          .where('id', '=', row.id)
          .execute();
      }
      await log(tx, row.id, copyOf === null ? 'add' : 'copy', editor);
      return row;
    },

    /** Replaces the lines of a draft. Returns `foreign` if a line has an id that the detail table does not have, or that occurs twice. */
    async save(
      tx: Transaction<Database>,
      key: RowVersionKey,
      lines: readonly DetailLine[],
      editor: Editor,
    ): Promise<RowVersionKey | 'foreign'> {
      const open = await begin(tx, key, 'save');
      const storedLines = new Map((await listLineRows(tx, key.id)).map((row) => [row.id, row]));
      const ids = lines.flatMap((line) => line.id ?? []);
      if (new Set(ids).size < ids.length || ids.some((id) => !storedLines.has(id))) return 'foreign';
      const changes = { columns: computeFigures(lines), figures: await writeLines(tx, key.id, storedLines, lines) };
      return finish(tx, open, 'save', editor, changes);
    },

    /** Publishes the draft of a detail table. `check` must throw if the lines may not be published. */
    async publish(
      tx: Transaction<Database>,
      key: RowVersionKey,
      check: (lines: readonly DetailLine[]) => void,
      editor: Editor,
    ): Promise<RowVersionKey> {
      const open = await begin(tx, key, 'publish');
      check((await listLineRows(tx, key.id)).map(toDetailLine));
      return finish(tx, open, 'publish', editor);
    },

    /** Turns a published detail table into a draft again. Refuses if another edition is already a draft. */
    async withdraw(tx: Transaction<Database>, key: RowVersionKey, editor: Editor): Promise<RowVersionKey> {
      const open = await begin(tx, key, 'withdraw');
      const { profession_id: professionId, trade_id: tradeId, level } = open.row;
      requireNoDraft(await createDetailStore(tx).editions({ professionId, tradeId, level }));
      return finish(tx, open, 'withdraw', editor);
    },

    async remove(tx: Transaction<Database>, key: RowVersionKey): Promise<void> {
      await begin(tx, key, 'remove');
      await tx.deleteFrom('detail_table').where('id', '=', key.id).execute();
      await createChangeNoteStore(tx).forget(noteKind, key.id);
    },
  };
}

interface Figures {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

const listLineRows = (db: Kysely<Database>, tableId: number): Promise<DetailLineRow[]> =>
  db.selectFrom('detail_line').selectAll().where('table_id', '=', tableId).orderBy('position').execute();

const computeFigures = (lines: readonly DetailLine[]) => ({
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
  for (const some of sliceValues(rows, 500)) await tx.insertInto('detail_line').values(some).execute();
}

/** Writes the lines of a detail table that differ from the stored ones. A line that stays keeps its id and its `root_id`. */
async function writeLines(
  tx: Transaction<Database>,
  tableId: number,
  storedLines: ReadonlyMap<number, DetailLineRow>,
  lines: readonly DetailLine[],
): Promise<Figures> {
  const keptIds = new Set(lines.flatMap((line) => line.id ?? []));
  const removedIds = [...storedLines.keys()].filter((id) => !keptIds.has(id));
  for (const ids of sliceValues(removedIds)) await tx.deleteFrom('detail_line').where('id', 'in', ids).execute();
  const columns = toLineColumns(lines);
  const newLines: Omit<DetailLineRow, 'id'>[] = [];
  let changedCount = 0;
  for (const [index, line] of lines.entries()) {
    const lineColumns = columns[index];
    const stored = line.id === undefined ? undefined : storedLines.get(line.id);
    if (lineColumns === undefined) continue;
    if (stored === undefined)
      newLines.push({ ...lineColumns, weight: lineColumns.weight ?? null, table_id: tableId, root_id: 0 } as Omit<DetailLineRow, 'id'>);
    else if (Object.entries(lineColumns).some(([name, value]) => stored[name as keyof DetailLineRow] !== value)) {
      // A line that only moves because lines above it were added or removed does not count as changed.
      if (Object.entries(lineColumns).some(([name, value]) => name !== 'position' && stored[name as keyof DetailLineRow] !== value))
        changedCount += 1;
      await tx.updateTable('detail_line').set(lineColumns).where('id', '=', stored.id).execute();
    }
  }
  await insertRows(tx, newLines);
  await tx
    .updateTable('detail_line')
    .set((eb) => ({ root_id: eb.ref('id') }))
    .where('table_id', '=', tableId)
    .where('root_id', '=', 0)
    .execute();
  return { added: newLines.length, removed: removedIds.length, changed: changedCount };
}

/** Columns by which the list of detail tables can be sorted, by the field of the contract. */
export const detailTableSorts = { updatedMs: 'detail_table.updated_ms', id: 'detail_table.id' } as const;

interface DetailTableQuery {
  /** True for callers who may not edit detail tables: they see published ones only. */
  readonly publishedOnly: boolean;
  readonly keyword?: string | undefined;
  readonly professionId?: number | undefined;
  readonly level?: ProfessionLevel | undefined;
  readonly status?: DetailTableStatusCode | undefined;
  /** True to list only the newest published edition for each profession, trade and level. */
  readonly newest?: true | undefined;
}

/** Reads the list of detail tables. */
export function createDetailListStore(db: Kysely<Database>) {
  const readListRows = async (ids: readonly number[]) => {
    const rows = await db
      .selectFrom('detail_table')
      .innerJoin('profession', 'profession.id', 'detail_table.profession_id')
      .leftJoin('profession_trade', 'profession_trade.id', 'detail_table.trade_id')
      .leftJoin('user', 'user.id', 'detail_table.updated_by')
      .selectAll('detail_table')
      .select(['profession.code', 'profession.name', 'profession_trade.name as trade', 'user.name as userName'])
      .where('detail_table.id', 'in', ids)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      version: row.version,
      professionId: row.profession_id,
      professionCode: row.code,
      professionName: row.name,
      tradeId: row.trade_id,
      tradeName: row.trade ?? '',
      level: row.level,
      edition: row.edition,
      status: row.status,
      pointCount: row.point_count,
      weightTotal: row.weight_total / 100,
      updatedMs: row.updated_ms,
      updatedByName: row.userName ?? '',
    }));
  };

  return {
    byId: async (id: number) => (await readListRows([id]))[0],

    list(query: DetailTableQuery, order: PageOrder) {
      let base = db.selectFrom('detail_table');
      if (query.professionId !== undefined) base = base.where('profession_id', '=', query.professionId);
      if (query.level !== undefined) base = base.where('level', '=', query.level);
      if (query.status !== undefined) base = base.where('status', '=', query.status);
      if (query.publishedOnly || query.newest) base = base.where('status', '!=', detailTableStatus.draft);
      if (query.newest)
        base = base.where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('detail_table as later')
                .select('later.id')
                .whereRef('later.profession_id', '=', 'detail_table.profession_id')
                .whereRef('later.level', '=', 'detail_table.level')
                .where((same) =>
                  same.or([
                    same('later.trade_id', '=', same.ref('detail_table.trade_id')),
                    same.and([same('later.trade_id', 'is', null), same('detail_table.trade_id', 'is', null)]),
                  ]),
                )
                .whereRef('later.edition', '>', 'detail_table.edition')
                .where('later.status', '!=', detailTableStatus.draft),
            ),
          ),
        );
      const { keyword } = query;
      if (keyword) base = base.where((eb) => anyContainsKeyword(eb, ['profession_text'], keyword));
      return readPageOfRows(base, order, readListRows, 'detail_table.id');
    },
  };
}
