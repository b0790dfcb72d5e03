import type { Kysely, Selectable, Transaction } from 'kysely';
import { paperStatus } from '../../../sync/contract/codes.ts';
import type { PaperSection } from '../../../sync/contract/paper.ts';
import { nextPaperStatus, type PaperEvent } from '../../../sync/machines/paper-machine.ts';
import { changedFields } from '../../db/changed-fields.ts';
import { keywordIn, type PageOrder, readPage } from '../../db/list-page.ts';
import type { Database } from '../../db/schema.ts';
import { type VersionNote, versionNoteStore } from '../../db/version-note-store.ts';
import { type PaperDraft, type PaperRow, sectionsOf } from './paper-reads.ts';

export const paperSorts = { id: 'id', name: 'name', updatedMs: 'updated_ms' } as const;

export type PaperChange =
  | { readonly kind: 'done'; readonly version: number }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'stale'; readonly note: VersionNote }
  | { readonly kind: 'organised' };

interface Editor {
  readonly schoolId: number;
  readonly userId: number;
  readonly nowMs: number;
}

const noteKind = 'paper';

export function paperStore(db: Kysely<Database>) {
  /** Every change of a paper: version and status checked in the transaction that writes it. */
  const change = (
    key: { id: number; version: number } & Editor,
    write: (
      tx: Transaction<Database>,
      before: PaperRow,
    ) => Promise<{
      event: PaperEvent;
      columns: Partial<Omit<Selectable<Database['paper']>, 'created_ms'>>;
      /** By the contract's names, for whoever changes an older version. */
      fields: readonly string[];
    }>,
  ): Promise<PaperChange> =>
    db.transaction().execute(async (tx): Promise<PaperChange> => {
      const before = await tx
        .selectFrom('paper')
        .selectAll()
        .where('id', '=', key.id)
        .where('school_id', '=', key.schoolId)
        .executeTakeFirst();
      if (!before) return { kind: 'notFound' };
      if (before.version !== key.version) return { kind: 'stale', note: await versionNoteStore(tx).since(noteKind, key.id, key.version) };
      if (before.status === paperStatus.organised) return { kind: 'organised' };
      const { event, columns, fields } = await write(tx, before);
      const status = nextPaperStatus(before.status, event);
      if (status === undefined) return { kind: 'organised' };
      const version = before.version + 1;
      await tx
        .updateTable('paper')
        .set({ ...columns, status, version, updated_by: key.userId, updated_ms: key.nowMs })
        .where('id', '=', key.id)
        .execute();
      await versionNoteStore(tx).write({ kind: noteKind, id: key.id, version }, { userId: key.userId, nowMs: key.nowMs, fields });
      return { kind: 'done', version };
    });

  return {
    add: (draft: PaperDraft, editor: Editor): Promise<{ id: number; version: number }> =>
      db.transaction().execute(async (tx) => {
        const paper = await tx
          .insertInto('paper')
          .values({
            ...columnsOf(draft),
            school_id: editor.schoolId,
            status: nextPaperStatus(paperStatus.notCreated, 'add') ?? paperStatus.created,
            seed: null,
            updated_by: editor.userId,
            updated_ms: editor.nowMs,
            created_ms: editor.nowMs,
          })
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow();
        await insertSections(tx, paper.id, draft.sections);
        return paper;
      }),

    modify: (key: { id: number; version: number }, draft: PaperDraft, editor: Editor): Promise<PaperChange> =>
      change({ ...key, ...editor }, async (tx, row) => {
        const sections = (await sectionsOf(tx, key.id)).map((section) => section.section);
        // What was drawn stays valid for other titles, points and partial marks, but not for other types, counts or categories.
        const drawnFor = (list: readonly PaperSection[]) => JSON.stringify(list.map((one) => [one.type, one.count, one.categories]));
        const event = drawnFor(sections) === drawnFor(draft.sections) ? 'changeRules' : 'changeSections';
        if (event === 'changeSections') await tx.deleteFrom('paper_question').where('paper_id', '=', key.id).execute();
        await tx.deleteFrom('paper_section').where('paper_id', '=', key.id).execute();
        await insertSections(tx, key.id, draft.sections);
        const before: PaperDraft = { name: row.name, sections, rules: JSON.parse(row.rules) as PaperDraft['rules'] };
        return {
          event,
          columns: event === 'changeSections' ? { ...columnsOf(draft), seed: null } : columnsOf(draft),
          fields: changedFields(before, draft),
        };
      }),

    saveDraw: (
      key: { id: number; version: number },
      drawn: readonly (readonly number[])[],
      seed: number,
      editor: Editor,
    ): Promise<PaperChange> =>
      change({ ...key, ...editor }, async (tx) => {
        await tx.deleteFrom('paper_question').where('paper_id', '=', key.id).execute();
        const rows = drawn.flatMap((ids, section) =>
          ids.map((question_id, position) => ({ paper_id: key.id, section, position, question_id })),
        );
        for (let at = 0; at < rows.length; at += 1000)
          await tx
            .insertInto('paper_question')
            .values(rows.slice(at, at + 1000))
            .execute();
        return { event: 'draw', columns: { seed }, fields: ['questions'] };
      }),

    list: (query: { schoolId: number; keyword: string }, order: PageOrder) => {
      let base = db.selectFrom('paper').where('school_id', '=', query.schoolId);
      if (query.keyword !== '') base = base.where((eb) => keywordIn(eb, ['name'], query.keyword));
      return readPage(base, order, (rows) => rows.selectAll());
    },
  };
}

export const questionCountOf = (draft: PaperDraft): number => draft.sections.reduce((sum, section) => sum + section.count, 0);
/** Exact: points are multiples of a half. */
export const totalPointsOf = (draft: PaperDraft): number =>
  draft.sections.reduce((sum, section) => sum + section.count * section.pointsEach, 0);

const columnsOf = (draft: PaperDraft) => ({
  name: draft.name,
  rules: JSON.stringify(draft.rules),
  question_count: questionCountOf(draft),
  total_points: totalPointsOf(draft),
});

async function insertSections(tx: Transaction<Database>, paperId: number, sections: readonly PaperSection[]): Promise<void> {
  await tx
    .insertInto('paper_section')
    .values(
      sections.map((section, position) => ({
        paper_id: paperId,
        position,
        title: section.title,
        type: section.type,
        count: section.count,
        points_each: section.pointsEach,
        categories: JSON.stringify(section.categories),
        partial: section.partial ? (1 as const) : (0 as const),
      })),
    )
    .execute();
}
