import type { Kysely, Selectable, Transaction } from 'kysely';
import type { PaperBlueprint } from '../../../sync/contract/papers/assembly.ts';
import { paperStatus, variantNames, type PaperKind, type PaperStatusCode } from '../../../sync/contract/codes.ts';
import type { PaperSection, PaperVariant } from '../../../sync/contract/papers/paper.ts';
import { getNextPaperStatus } from '../../../sync/domain/papers/paper-machine.ts';
import { sumSectionPoints } from '../../../sync/domain/papers/paper-points.ts';
import { isInCategory } from '../../db/category-store.ts';
import { listChangedFields } from '../../db/changed-fields.ts';
import { anyContainsKeyword, type PageOrder, readPage } from '../../db/list-page.ts';
import { createRowOwnerStore, type Viewer } from '../../db/row-owner-store.ts';
import type { Database } from '../../db/schema.ts';
import { startScopedTransaction } from '../../db/lock-scope.ts';
import { type VersionNote, createVersionNoteStore } from '../../db/version-note-store.ts';
import { createDetailReads } from '../detail/detail-reads.ts';
import { freezeTableInUse } from '../detail/detail-writes.ts';
import { isPaperFull, keepFittingQuestions } from './paper-fit.ts';
import {
  toPaperDraft,
  type StoredPaperDraft,
  type PaperRow,
  listVariantQuestionIds,
  readStoredPaper,
  type StoredPaper,
} from './whole-paper-reads.ts';

export const paperSorts = {
  id: 'id',
  name: 'name',
  updatedMs: 'updated_ms',
  totalPoints: 'total_points',
} as const;

export type PaperChangeOutcome =
  | { readonly kind: 'done'; readonly version: number; readonly status: PaperStatusCode }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'stale'; readonly note: VersionNote }
  | { readonly kind: 'organised' }
  /** The blueprint's detail table does not exist or is a draft. */
  | { readonly kind: 'noTable' };

export interface PaperEditor extends Viewer {
  readonly nowMs: number;
}
/** Writes what belongs to a change (audit entry, idempotent response) in its transaction. */
type Alongside = (tx: Transaction<Database>, done: { readonly version: number; readonly status: PaperStatusCode }) => Promise<void>;
type Made = (tx: Transaction<Database>, made: PaperVersionKey) => Promise<void>;

export interface PaperVersionKey {
  readonly id: number;
  readonly version: number;
}

export const paperHistoryKind = 'paper';

/** Stores papers. A paper that is organised (used by a published plan) can no longer be changed. */
export function createPaperStore(db: Kysely<Database>) {
  /** Runs one change of a paper. Version and status are checked in the writing transaction. */
  const change = (
    key: PaperVersionKey & PaperEditor,
    write: (
      tx: Transaction<Database>,
      before: StoredPaper,
    ) => Promise<
      | 'noTable'
      | {
          full: boolean;
          columns: Partial<Omit<Selectable<Database['paper']>, 'created_ms'>>;
          /** Changed fields by their names in the contract, for the answer to a stale version. */
          fields: readonly string[];
        }
    >,
    alongside: Alongside,
  ): Promise<PaperChangeOutcome> =>
    startScopedTransaction(key.schoolId, db).execute(async (tx): Promise<PaperChangeOutcome> => {
      const found = await changeable(tx, key);
      if (!('row' in found)) return found;
      const before = found.row;
      const written = await write(tx, await readStoredPaper(tx, before));
      if (written === 'noTable') return { kind: 'noTable' };
      const { full, columns, fields } = written;
      const status = getNextPaperStatus(before.status, full ? 'fill' : 'unfill');
      if (status === undefined) return { kind: 'organised' };
      const version = before.version + 1;
      await tx
        .updateTable('paper')
        .set({ ...columns, status, version, updated_by: key.userId, updated_ms: key.nowMs })
        .where('id', '=', key.id)
        .execute();
      await createVersionNoteStore(tx).write(
        { kind: paperHistoryKind, id: key.id, version },
        { userId: key.userId, nowMs: key.nowMs, fields },
      );
      await alongside(tx, { version, status });
      return { kind: 'done', version, status };
    });

  return {
    add: (draft: StoredPaperDraft, editor: PaperEditor, alongside: Made): Promise<PaperVersionKey> =>
      startScopedTransaction(editor.schoolId, db).execute((tx) =>
        insertPaper(tx, draft, { blueprint: null, variants: [] }, editor, alongside),
      ),

    copy: (source: StoredPaper, to: { name: string; kind: PaperKind }, editor: PaperEditor, alongside: Made): Promise<PaperVersionKey> => {
      const draft = { ...source, ...to, category: source.row.category, sections: [...source.sections] };
      return startScopedTransaction(editor.schoolId, db).execute((tx) => insertPaper(tx, draft, source, editor, alongside));
    },

    modify: (key: PaperVersionKey, draft: StoredPaperDraft, editor: PaperEditor, alongside: Alongside): Promise<PaperChangeOutcome> => {
      const write = async (tx: Transaction<Database>, { row, rules, sections, variants }: StoredPaper) => {
        const kept = keepFittingQuestions(sections, draft.sections, variants);
        await tx.deleteFrom('paper_section').where('paper_id', '=', key.id).execute();
        await insertSections(tx, key.id, draft.sections);
        await writeVariants(tx, key.id, kept);
        const before = toPaperDraft({ row, rules, sections });
        return { full: isPaperFull(draft.sections, kept), columns: columnsOf(draft), fields: listChangedFields(before, draft) };
      };
      return change({ ...key, ...editor }, write, alongside);
    },

    /** Checks before slow work whether this version may be changed; returns undefined if it may. */
    blocked: async (key: PaperVersionKey, editor: PaperEditor): Promise<Exclude<PaperChangeOutcome, { kind: 'done' }> | undefined> => {
      const found = await changeable(db, { ...key, ...editor });
      return 'row' in found ? undefined : found;
    },

    saveQuestions: (
      key: PaperVersionKey,
      made: {
        variants: readonly PaperVariant[];
        seed?: number;
        blueprint?: PaperBlueprint | null;
        /** Sections and rules that change together with the questions. */
        draft?: StoredPaperDraft;
      },
      editor: PaperEditor,
      alongside: Alongside,
    ): Promise<PaperChangeOutcome> => {
      const write = async (tx: Transaction<Database>, before: StoredPaper) => {
        const { sections, ...had } = before;
        const blueprint = made.blueprint === undefined ? had.blueprint : made.blueprint;
        // Newly chosen questions put the detail table into use, which freezes it. A blueprint that only refers to the table does not.
        const isChosen = new Set(listVariantQuestionIds(made.variants)).difference(new Set(listVariantQuestionIds(had.variants))).size > 0;
        const tableId = blueprint?.detailTableId ?? null;
        const tables = createDetailReads(tx);
        if (tableId !== null && isChosen && !(await freezeTableInUse(tx, tableId, editor.userId, editor.nowMs))) return 'noTable' as const;
        if (tableId !== null && made.blueprint && !(await tables.isPublished(tableId))) return 'noTable' as const;
        if (made.draft) {
          await tx.deleteFrom('paper_section').where('paper_id', '=', key.id).execute();
          await insertSections(tx, key.id, made.draft.sections);
        }
        await writeVariants(tx, key.id, made.variants);
        const draft = toPaperDraft(before);
        const columns = {
          ...(made.draft && columnsOf(made.draft)),
          variant_count: made.variants.length,
          ...(made.seed !== undefined && { seed: made.seed }),
          ...(made.blueprint !== undefined && { blueprint: made.blueprint && JSON.stringify(made.blueprint) }),
        };
        const was = { ...draft, questions: had.variants, blueprint: had.blueprint };
        const fields = listChangedFields(was, { ...was, ...made.draft, questions: made.variants, blueprint });
        return { full: isPaperFull(made.draft?.sections ?? sections, made.variants), columns, fields };
      };
      return change({ ...key, ...editor }, write, alongside);
    },

    /** Removes all given papers, or none. `plans`: names of the plans that use one of the papers. */
    remove: (
      keys: readonly PaperVersionKey[],
      editor: PaperEditor,
      alongside: (tx: Transaction<Database>) => Promise<void>,
    ): Promise<
      Exclude<PaperChangeOutcome, { kind: 'done' }> | { readonly kind: 'planned'; readonly plans: readonly string[] } | 'removed'
    > =>
      startScopedTransaction(editor.schoolId, db).execute(async (tx) => {
        for (const key of keys) {
          const found = await changeable(tx, { ...key, ...editor });
          if (!('row' in found)) return found;
        }
        const ids = keys.map((key) => key.id);
        const plans = await tx.selectFrom('exam_plan').select('name').where('paper_id', 'in', ids).orderBy('id').execute();
        if (plans.length > 0) return { kind: 'planned', plans: plans.map((plan) => plan.name) };
        await tx.deleteFrom('paper').where('id', 'in', ids).execute();
        for (const id of ids) await createVersionNoteStore(tx).forget(paperHistoryKind, id);
        await alongside(tx);
        return 'removed';
      }),

    list: (
      query: {
        viewer: Viewer;
        keyword: string;
        kinds: readonly PaperKind[];
        status?: PaperStatusCode | undefined;
        assembled?: true | undefined;
        category?: string | undefined;
      },
      order: PageOrder,
    ) => {
      let base = db.selectFrom('paper').where('school_id', '=', query.viewer.schoolId);
      const readable = createRowOwnerStore(db).readable('paper', query.viewer);
      if (readable) base = base.where(readable);
      if (query.kinds.length > 0) base = base.where('kind', 'in', query.kinds);
      if (query.status !== undefined) base = base.where('status', '=', query.status);
      if (query.assembled) base = base.where('status', 'in', [paperStatus.assembled, paperStatus.organised]);
      if (query.category !== undefined) base = base.where(isInCategory('category', query.category));
      if (query.keyword !== '') base = base.where((eb) => anyContainsKeyword(eb, ['name'], query.keyword));
      return readPage(base, order, (rows) => rows.selectAll());
    },

    plansOf: async (paperId: number): Promise<{ id: number; name: string; published: boolean }[]> => {
      const rows = await db
        .selectFrom('exam_plan')
        .select(['id', 'name', 'published_ms'])
        .where('paper_id', '=', paperId)
        .orderBy('id', 'desc')
        .limit(50)
        .execute();
      return rows.map((row) => ({ id: row.id, name: row.name, published: row.published_ms !== null }));
    },
  };
}

/** Reads the paper's row if this version may be changed. */
async function changeable(
  tx: Kysely<Database>,
  key: PaperVersionKey & { schoolId: number },
): Promise<{ readonly row: PaperRow } | Exclude<PaperChangeOutcome, { kind: 'done' }>> {
  const row = await tx.selectFrom('paper').selectAll().where('id', '=', key.id).where('school_id', '=', key.schoolId).executeTakeFirst();
  if (!row) return { kind: 'notFound' };
  if (row.status === paperStatus.organised) return { kind: 'organised' };
  if (row.version !== key.version)
    return { kind: 'stale', note: await createVersionNoteStore(tx).since(paperHistoryKind, key.id, key.version) };
  return { row };
}

async function insertPaper(
  tx: Transaction<Database>,
  draft: StoredPaperDraft,
  { blueprint, variants }: Pick<StoredPaper, 'blueprint' | 'variants'>,
  editor: PaperEditor,
  alongside: Made,
): Promise<PaperVersionKey> {
  const paper = await tx
    .insertInto('paper')
    .values({
      ...columnsOf(draft),
      school_id: editor.schoolId,
      status: variants.length > 0 && isPaperFull(draft.sections, variants) ? paperStatus.assembled : paperStatus.created,
      blueprint: blueprint && JSON.stringify(blueprint),
      variant_count: Math.max(1, variants.length),
      seed: null,
      created_by: editor.userId,
      updated_by: editor.userId,
      updated_ms: editor.nowMs,
      created_ms: editor.nowMs,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await insertSections(tx, paper.id, draft.sections);
  await writeVariants(tx, paper.id, variants);
  await alongside(tx, paper);
  return paper;
}

export const countDraftQuestions = (draft: Pick<StoredPaperDraft, 'sections'>): number =>
  draft.sections.reduce((sum, section) => sum + section.count, 0);

const columnsOf = (draft: StoredPaperDraft) => ({
  name: draft.name,
  kind: draft.kind,
  category: draft.category,
  rules: JSON.stringify(draft.rules),
  question_count: countDraftQuestions(draft),
  total_points: sumSectionPoints(draft.sections),
});

async function insertSections(tx: Transaction<Database>, paperId: number, sections: readonly PaperSection[]): Promise<void> {
  await tx
    .insertInto('paper_section')
    .values(
      sections.map(({ title, type, count, pointsEach, partial, categories, difficulty, tags, level }, position) => ({
        paper_id: paperId,
        position,
        title,
        type,
        count,
        points_each: pointsEach,
        categories: JSON.stringify(categories),
        partial: partial ? (1 as const) : (0 as const),
        rule: JSON.stringify({ difficulty, tags, level }),
      })),
    )
    .execute();
}

async function writeVariants(tx: Transaction<Database>, paperId: number, variants: readonly PaperVariant[]): Promise<void> {
  await tx.deleteFrom('paper_question').where('paper_id', '=', paperId).execute();
  const rows = variants.flatMap(({ sections }, at) =>
    sections.flatMap((entries, section) =>
      entries.map(({ id, locked }, position) => ({
        paper_id: paperId,
        variant: variantNames[at] ?? 'A',
        section,
        position,
        question_id: id,
        locked: locked ? (1 as const) : (0 as const),
      })),
    ),
  );
  for (let at = 0; at < rows.length; at += 1000)
    await tx
      .insertInto('paper_question')
      .values(rows.slice(at, at + 1000))
      .execute();
}
