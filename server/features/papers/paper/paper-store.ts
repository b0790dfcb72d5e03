import type { Kysely, Selectable, Transaction } from 'kysely';
import type { PaperBlueprint } from '../../../../sync/contract/papers/assembly.ts';
import { paperStatus, variantNames, type PaperKind, type PaperStatusCode } from '../../../../sync/contract/codes.ts';
import type { PaperSection, PaperVariant } from '../../../../sync/contract/papers/paper.ts';
import { getNextPaperStatus } from '../../../../sync/domain/papers/paper-machine.ts';
import { sumSectionPoints } from '../../../../sync/domain/papers/paper-points.ts';
import { isInCategory } from '../../../db/category-store.ts';
import { listChangedFields, createChangeNoteStore } from '../../../db/change-note-store.ts';
import { anyContainsKeyword, type PageOrder, readPageOfRows } from '../../../db/list-page.ts';
import { createRowOwnerStore, type Viewer } from '../../../db/row-owner-store.ts';
import type { Database } from '../../../db/schema.ts';
import { refuse, refuseField } from '../../../http/handler.ts';
import { requireVersion } from '../../../http/stale-version.ts';
import { createDetailReads } from '../../bank/detail/detail-reads.ts';
import { freezeTableInUse } from '../../bank/detail/detail-writes.ts';
import { paperFieldNames, paperMessages as messages } from './paper-messages.ts';
import { isPaperFull, keepFittingQuestions } from './paper-fit.ts';
import {
  toPaperDraft,
  type StoredPaperDraft,
  type PaperRow,
  listVariantQuestionIds,
  readStoredPaper,
  type StoredPaper,
} from './whole-paper-reads.ts';
import { sliceValues } from '../../../db/slice-values.ts';
import type { RowVersionKey } from '../../../../sync/contract/scalars.ts';

export const paperSorts = {
  id: 'id',
  name: 'name',
  updatedMs: 'updated_ms',
  totalPoints: 'total_points',
} as const;

/** Key, new version and new status of a changed paper. */
export interface PaperChangeResult extends RowVersionKey {
  readonly status: PaperStatusCode;
}

export interface PaperEditor extends Viewer {
  readonly nowMs: number;
}

export const paperHistoryKind = 'paper';

/** Stores papers. A paper that is organised (used by a published plan) can no longer be changed. */
export function createPaperStore(db: Kysely<Database>) {
  /** Runs one change of a paper in the caller's transaction. Refuses if this version of the paper may not be changed. */
  const change = async (
    tx: Transaction<Database>,
    key: RowVersionKey & PaperEditor,
    write: (before: StoredPaper) => Promise<{
      isComplete: boolean;
      columns: Partial<Omit<Selectable<Database['paper']>, 'created_ms'>>;
      /** Changed fields, by their names in the contract. A later change with an older version is refused with these names. */
      fields: readonly string[];
    }>,
  ): Promise<PaperChangeResult> => {
    const before = await readToChange(tx, key);
    const { isComplete, columns, fields } = await write(await readStoredPaper(tx, before));
    const status = getNextPaperStatus(before.status, isComplete ? 'fill' : 'unfill');
    if (status === undefined) refuse('refused', messages.organised());
    const version = before.version + 1;
    await tx
      .updateTable('paper')
      .set({ ...columns, status, version, updated_by: key.userId, updated_ms: key.nowMs })
      .where('id', '=', key.id)
      .execute();
    const by = { userId: key.userId, nowMs: key.nowMs, fields };
    await createChangeNoteStore(tx).write({ kind: paperHistoryKind, id: key.id, version }, by);
    return { id: key.id, version, status };
  };

  return {
    add: (tx: Transaction<Database>, draft: StoredPaperDraft, editor: PaperEditor): Promise<RowVersionKey> =>
      insertPaper(tx, draft, { blueprint: null, variants: [] }, editor),

    copy: (
      tx: Transaction<Database>,
      source: StoredPaper,
      to: { name: string; kind: PaperKind },
      editor: PaperEditor,
    ): Promise<RowVersionKey> =>
      insertPaper(tx, { ...source, ...to, category: source.row.category, sections: [...source.sections] }, source, editor),

    modify: (tx: Transaction<Database>, key: RowVersionKey, draft: StoredPaperDraft, editor: PaperEditor): Promise<PaperChangeResult> =>
      change(tx, { ...key, ...editor }, async ({ row, rules, sections, variants }) => {
        const fittingVariants = keepFittingQuestions(sections, draft.sections, variants);
        await tx.deleteFrom('paper_section').where('paper_id', '=', key.id).execute();
        await insertSections(tx, key.id, draft.sections);
        await writeVariants(tx, key.id, fittingVariants);
        const before = toPaperDraft({ row, rules, sections });
        return {
          isComplete: isPaperFull(draft.sections, fittingVariants),
          columns: toColumns(draft),
          fields: listChangedFields(before, draft),
        };
      }),

    /** Refuses if this version of the paper may not be changed. Called before slow work. */
    async requireChangeable(key: RowVersionKey, editor: PaperEditor): Promise<void> {
      await readToChange(db, { ...key, ...editor });
    },

    saveQuestions: (
      tx: Transaction<Database>,
      key: RowVersionKey,
      questions: {
        variants: readonly PaperVariant[];
        seed?: number;
        blueprint?: PaperBlueprint | null;
        /** Sections and rules of the paper, if they change together with its questions. */
        draft?: StoredPaperDraft;
      },
      editor: PaperEditor,
    ): Promise<PaperChangeResult> =>
      change(tx, { ...key, ...editor }, async (before) => {
        const { sections, ...stored } = before;
        const blueprint = questions.blueprint === undefined ? stored.blueprint : questions.blueprint;
        await requireTable(tx, blueprint, { newContent: questions, previousVariants: stored.variants, editor });
        if (questions.draft) {
          await tx.deleteFrom('paper_section').where('paper_id', '=', key.id).execute();
          await insertSections(tx, key.id, questions.draft.sections);
        }
        await writeVariants(tx, key.id, questions.variants);
        const draft = toPaperDraft(before);
        const columns = {
          ...(questions.draft && toColumns(questions.draft)),
          variant_count: questions.variants.length,
          ...(questions.seed !== undefined && { seed: questions.seed }),
          ...(questions.blueprint !== undefined && { blueprint: questions.blueprint && JSON.stringify(questions.blueprint) }),
        };
        const valuesBefore = { ...draft, questions: stored.variants, blueprint: stored.blueprint };
        const fields = listChangedFields(valuesBefore, { ...valuesBefore, ...questions.draft, questions: questions.variants, blueprint });
        return { isComplete: isPaperFull(questions.draft?.sections ?? sections, questions.variants), columns, fields };
      }),

    /** Removes papers. Refuses if one may not be changed or a plan uses it. */
    async remove(tx: Transaction<Database>, keys: readonly RowVersionKey[], editor: PaperEditor): Promise<void> {
      for (const key of keys) await readToChange(tx, { ...key, ...editor });
      const ids = keys.map((key) => key.id);
      const plans = await tx.selectFrom('exam_plan').select('name').where('paper_id', 'in', ids).orderBy('id').execute();
      if (plans.length > 0) refuse('refused', messages.planned(plans.map((plan) => plan.name)));
      await tx.deleteFrom('paper').where('id', 'in', ids).execute();
      for (const id of ids) await createChangeNoteStore(tx).forget(paperHistoryKind, id);
    },

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
      return readPageOfRows(base, order, (ids) => db.selectFrom('paper').selectAll().where('id', 'in', ids).execute());
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

/** Reads a paper to change. Refuses if it does not exist, a published plan uses it, or the caller saw another version. */
async function readToChange(db: Kysely<Database>, key: RowVersionKey & { schoolId: number }): Promise<PaperRow> {
  const row = await db.selectFrom('paper').selectAll().where('id', '=', key.id).where('school_id', '=', key.schoolId).executeTakeFirst();
  if (!row) refuse('notFound', messages.notFound());
  if (row.status === paperStatus.organised) refuse('refused', messages.organised());
  await requireVersion(db, { ...row, kind: paperHistoryKind }, key.version, messages.called(), paperFieldNames);
  return row;
}

/**
 * Refuses a change if its blueprint refers to a detail table (of assessment points) that does not exist or is a draft. Choosing questions that the
 * paper did not have freezes the table, because it is now in use. A blueprint that only refers to the table does not freeze it.
 */
async function requireTable(
  tx: Transaction<Database>,
  blueprint: PaperBlueprint | null,
  {
    newContent: made,
    previousVariants: had,
    editor,
  }: {
    readonly newContent: { readonly variants: readonly PaperVariant[]; readonly blueprint?: PaperBlueprint | null };
    readonly previousVariants: readonly PaperVariant[];
    readonly editor: PaperEditor;
  },
): Promise<void> {
  const tableId = blueprint?.detailTableId ?? null;
  if (tableId === null) return;
  const isChosen = new Set(listVariantQuestionIds(made.variants)).difference(new Set(listVariantQuestionIds(had))).size > 0;
  const isFit =
    (!isChosen || (await freezeTableInUse(tx, tableId, editor.userId, editor.nowMs))) &&
    (!made.blueprint || (await createDetailReads(tx).isPublished(tableId)));
  if (!isFit) refuseField('invalid', 'blueprint.detailTableId', messages.noTable());
}

async function insertPaper(
  tx: Transaction<Database>,
  draft: StoredPaperDraft,
  { blueprint, variants }: Pick<StoredPaper, 'blueprint' | 'variants'>,
  editor: PaperEditor,
): Promise<RowVersionKey> {
  const paper = await tx
    .insertInto('paper')
    .values({
      ...toColumns(draft),
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
  return paper;
}

export const countDraftQuestions = (draft: Pick<StoredPaperDraft, 'sections'>): number =>
  draft.sections.reduce((sum, section) => sum + section.count, 0);

const toColumns = (draft: StoredPaperDraft) => ({
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
  for (const some of sliceValues(rows)) await tx.insertInto('paper_question').values(some).execute();
}
