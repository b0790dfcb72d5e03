import type { Kysely, Selectable, Transaction } from 'kysely';
import type { z } from 'zod';
import { profAreas, type ProfArea } from '../../../sync/contract/codes.ts';
import type { professionDraft } from '../../../sync/contract/prof.ts';
import { changedFields } from '../../db/changed-fields.ts';
import type { Database } from '../../db/schema.ts';
import { type VersionNote, versionNoteStore } from '../../db/version-note-store.ts';

export type ProfessionDraft = z.output<typeof professionDraft>;
type Row = Selectable<Database['profession']>;

interface Editor {
  readonly userId: number;
  readonly nowMs: number;
}

export type ProfessionChange<Kind extends string = never> =
  | { readonly kind: 'done'; readonly version: number }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'stale'; readonly note: VersionNote }
  | { readonly kind: Kind; readonly row: Row };

const noteKind = 'profession';

export function professionStore(db: Kysely<Database>) {
  /** Every change of a profession: its version is checked in the transaction that writes it. */
  const change = <Kind extends string>(
    key: { id: number; version: number },
    editor: Editor,
    write: (
      tx: Transaction<Database>,
      before: Row,
    ) => Promise<{ columns: Partial<Omit<Row, 'created_ms'>>; fields: readonly string[] } | Kind>,
  ): Promise<ProfessionChange<Kind>> =>
    db.transaction().execute(async (tx): Promise<ProfessionChange<Kind>> => {
      const row = await tx.selectFrom('profession').selectAll().where('id', '=', key.id).executeTakeFirst();
      if (!row) return { kind: 'notFound' };
      const notes = versionNoteStore(tx);
      if (row.version !== key.version) return { kind: 'stale', note: await notes.since(noteKind, key.id, key.version) };
      const written = await write(tx, row);
      if (typeof written === 'string') return { kind: written, row };
      const version = row.version + 1;
      await tx
        .updateTable('profession')
        .set({ ...written.columns, version, updated_by: editor.userId, updated_ms: editor.nowMs })
        .where('id', '=', key.id)
        .execute();
      await notes.write({ kind: noteKind, id: key.id, version }, { ...editor, fields: written.fields });
      return { kind: 'done', version };
    });

  return {
    byCode: (code: string) => db.selectFrom('profession').select(['id', 'name']).where('code', '=', code).executeTakeFirst(),

    /** Undefined: the code is taken. */
    add: (draft: ProfessionDraft, editor: Editor): Promise<{ id: number; version: number } | undefined> =>
      db.transaction().execute(async (tx) => {
        const row = await tx
          .insertInto('profession')
          .values({ ...columnsOf(draft), updated_by: editor.userId, updated_ms: editor.nowMs, created_ms: editor.nowMs })
          .onConflict((conflict) => conflict.column('code').doNothing())
          .returning(['id', 'version'])
          .executeTakeFirst();
        if (row) await writeTrades(tx, row.id, draft.trades);
        return row;
      }),

    modify: ({ id, version, ...draft }: ProfessionDraft & { id: number; version: number }, editor: Editor) =>
      change<'taken'>({ id, version }, editor, async (tx, before) => {
        const holder = await tx
          .selectFrom('profession')
          .select('id')
          .where('code', '=', draft.code)
          .where('id', '!=', id)
          .executeTakeFirst();
        if (holder) return 'taken';
        const columns = columnsOf(draft);
        const tradesBefore = await tradeNames(tx, id);
        await writeTrades(tx, id, draft.trades);
        const tradesChanged = JSON.stringify(tradesBefore) !== JSON.stringify(draft.trades.map((trade) => trade.name));
        return { columns, fields: [...changedFields<Partial<Row>>(before, columns), ...(tradesChanged ? ['trades'] : [])] };
      }),

    setEnabled: (key: { id: number; version: number }, enabled: boolean, editor: Editor) =>
      change(key, editor, async () => ({ columns: { enabled: enabled ? (1 as const) : (0 as const) }, fields: ['enabled'] })),

    /** `offers`: schools that offer it; then it stays. */
    remove: (key: { id: number; version: number }) =>
      db.transaction().execute(async (tx): Promise<ProfessionChange | { kind: 'offered'; offers: number }> => {
        const row = await tx.selectFrom('profession').selectAll().where('id', '=', key.id).executeTakeFirst();
        if (!row) return { kind: 'notFound' };
        const notes = versionNoteStore(tx);
        if (row.version !== key.version) return { kind: 'stale', note: await notes.since(noteKind, key.id, key.version) };
        const { offers } = await tx
          .selectFrom('school_profession')
          .select((eb) => eb.fn.countAll<number>().as('offers'))
          .where('profession_id', '=', key.id)
          .executeTakeFirstOrThrow();
        if (offers > 0) return { kind: 'offered', offers };
        // Who was put into it while a school still offered it is in none now.
        await tx.updateTable('user').set({ prof_id: null }).where('prof_id', '=', key.id).execute();
        await tx.deleteFrom('profession').where('id', '=', key.id).execute();
        await notes.forget(noteKind, key.id);
        return { kind: 'done', version: row.version };
      }),

    /** Id, name and whether it can be chosen, of those of `ids` that exist. */
    known: (ids: readonly number[]) => db.selectFrom('profession').select(['id', 'name', 'enabled']).where('id', 'in', ids).execute(),

    /** How many of them were not (or were) offered before. */
    async setOffered(schoolId: number, ids: readonly number[], offered: boolean, nowMs: number): Promise<number> {
      const result = offered
        ? await db
            .insertInto('school_profession')
            .values(ids.map((profession_id) => ({ school_id: schoolId, profession_id, areas: JSON.stringify(profAreas), since_ms: nowMs })))
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
        : await db.deleteFrom('school_profession').where('school_id', '=', schoolId).where('profession_id', 'in', ids).executeTakeFirst();
      return Number('numDeletedRows' in result ? result.numDeletedRows : (result.numInsertedOrUpdatedRows ?? 0));
    },

    /** Undefined: not all of them are offered by the school. */
    setArea: (schoolId: number, ids: readonly number[], area: ProfArea, offered: boolean): Promise<number | undefined> =>
      db.transaction().execute(async (tx) => {
        const rows = await tx
          .selectFrom('school_profession')
          .select(['profession_id', 'areas'])
          .where('school_id', '=', schoolId)
          .where('profession_id', 'in', ids)
          .execute();
        if (rows.length < new Set(ids).size) return undefined;
        const stale = rows.filter((row) => (JSON.parse(row.areas) as string[]).includes(area) !== offered);
        for (const row of stale) {
          const before = new Set(JSON.parse(row.areas) as ProfArea[]);
          const areas = profAreas.filter((each) => (each === area ? offered : before.has(each)));
          await tx
            .updateTable('school_profession')
            .set({ areas: JSON.stringify(areas) })
            .where('school_id', '=', schoolId)
            .where('profession_id', '=', row.profession_id)
            .execute();
        }
        return stale.length;
      }),
  };
}

const columnsOf = (draft: ProfessionDraft) => ({
  code: draft.code,
  name: draft.name,
  levels: JSON.stringify([...draft.levels].toSorted((a, b) => a - b)),
  standard: draft.standard,
  remark: draft.remark,
});

const tradeNames = async (tx: Transaction<Database>, professionId: number): Promise<string[]> =>
  (await tx.selectFrom('profession_trade').select('name').where('profession_id', '=', professionId).orderBy('position').execute()).map(
    (trade) => trade.name,
  );

/** Trades that keep their id keep what refers to them; what is left out goes. */
async function writeTrades(tx: Transaction<Database>, professionId: number, trades: ProfessionDraft['trades']): Promise<void> {
  const kept = trades.flatMap(({ id }) => id ?? []);
  let gone = tx.deleteFrom('profession_trade').where('profession_id', '=', professionId);
  if (kept.length > 0) gone = gone.where('id', 'not in', kept);
  await gone.execute();
  // Two trades may have swapped their names: out of each other's way first.
  if (kept.length > 0)
    await tx
      .updateTable('profession_trade')
      .set((eb) => ({ name: eb.cast<string>('id', 'text') }))
      .where('profession_id', '=', professionId)
      .execute();
  for (const [position, { id, name }] of trades.entries()) {
    if (id === undefined) await tx.insertInto('profession_trade').values({ profession_id: professionId, position, name }).execute();
    else
      await tx
        .updateTable('profession_trade')
        .set({ position, name })
        .where('id', '=', id)
        .where('profession_id', '=', professionId)
        .execute();
  }
}
