import type { Kysely, Selectable, Transaction } from 'kysely';
import type { AttemptKind } from '../../../sync/contract/codes.ts';
import type { PlanChanges } from '../../../sync/contract/exams/exam-revision.ts';
import { canWithdrawAt, getNextPlanState, type PlanEvent, planState, type PlanStateCode } from '../../../sync/domain/exams/exam-machine.ts';
import { createCoWorkerStore } from '../../db/co-worker-store.ts';
import { listChangedFields } from '../../db/changed-fields.ts';
import type { Database } from '../../db/schema.ts';
import { type VersionNote, createVersionNoteStore } from '../../db/version-note-store.ts';
import type { WriteWithChange } from '../../resources/change-recorder.ts';
import { createPaperReads } from '../paper/paper-reads.ts';
import { markPaperOrganised } from '../paper/paper-writes.ts';
import type { ExamUser } from '../user/user-reads.ts';
import { insertExaminees } from './examinees/examinee-store.ts';
import { toPlanColumns, toPlanFields, type PlanFields } from './plan/plan-fields.ts';
import {
  freezeGroupRules,
  insertContents,
  insertPackage,
  addQuestionUse,
  type Publication,
  removeQuestionUse,
} from './plan/publication-store.ts';
import { insertRevision } from './plan/revision-store.ts';
import type { OccupiedSeat } from './seating/seat-arrangement.ts';
import { buildSeatedEntries } from './seating/seated-entries.ts';
import { createSeatingStore, writePlanRooms, writeSeats } from './seating/seating-store.ts';

export type PlanTableRow = Selectable<Database['exam_plan']>;
export type ExamineeRow = Selectable<Database['exam_examinee']>;

export interface PlanEditor {
  readonly schoolId: number;
  readonly userId: number;
  readonly nowMs: number;
  readonly alongside?: WriteWithChange;
}
export type PlanChangeOutcome =
  | { readonly kind: 'done'; readonly version: number }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'stale'; readonly note: VersionNote }
  | { readonly kind: 'published' }
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'notPublished' }
  | { readonly kind: PlanObstacle };

/** Reason to refuse a change that only shows while the transaction writes it. */
export type PlanObstacle =
  | 'paperChanged'
  | 'begun'
  | 'seatsChanged'
  | 'roomTaken'
  | 'ticketTaken'
  | 'noFreeSeat'
  | 'roomUnknown'
  | 'seatUnknown'
  | 'unchanged';

/** Result of a revision: new values of the plan's own row, and the changes that examinees and staff are notified of. */
export interface RevisionResult {
  readonly columns: Partial<Pick<PlanTableRow, 'start_ms' | 'duration_ms' | 'entry_limit_ms' | 'earliest_hand_in_ms' | 'notice'>>;
  readonly changes: PlanChanges;
}

export const planSorts = { id: 'id', name: 'name', startMs: 'start_ms', updatedMs: 'updated_ms' } as const;

/** Derives the state of a plan; withdrawal takes precedence over publication. */
export function derivePlanState(plan: Pick<PlanTableRow, 'published_ms' | 'withdrawn_ms'>): PlanStateCode {
  if (plan.withdrawn_ms !== null) return planState.withdrawn;
  return plan.published_ms === null ? planState.draft : planState.published;
}

/** Names the state that refuses an event, as a `PlanChangeOutcome` kind. */
const stateNames = { [planState.draft]: 'notPublished', [planState.published]: 'published', [planState.withdrawn]: 'withdrawn' } as const;

/** Returns the paper id of a plan; 0, which no paper has, for an assignment in words. */
export const getPlanPaperId = (plan: Pick<PlanTableRow, 'paper_id'>): number => plan.paper_id ?? 0;

export const planHistoryKind = 'exam_plan';

/** Rolls back a transaction that meets an obstacle after it has already written rows. */
class InTheWay extends Error {
  override readonly name = 'InTheWay';
  readonly obstacle: PlanObstacle;
  constructor(obstacle: PlanObstacle) {
    super(obstacle);
    this.obstacle = obstacle;
  }
}

const undoable = (db: Kysely<Database>, work: (tx: Transaction<Database>) => Promise<PlanChangeOutcome>): Promise<PlanChangeOutcome> =>
  db
    .transaction()
    .execute(work)
    .catch((error: unknown) => {
      if (error instanceof InTheWay) return { kind: error.obstacle };
      throw error;
    });

/** Stores plans of all kinds. A change checks version and status, writes version notes, and runs `editor.alongside` in its transaction. */
export function createExamStore(db: Kysely<Database>) {
  /** Runs one change of a plan. Version and status are checked in the writing transaction, so a double click changes a plan only once. */
  const change = (
    key: { id: number; version: number } & PlanEditor,
    on: PlanEvent,
    write: (
      tx: Transaction<Database>,
      before: PlanTableRow,
    ) => Promise<PlanObstacle | { columns: Partial<Omit<PlanTableRow, 'created_ms'>>; fields: readonly string[] }>,
  ): Promise<PlanChangeOutcome> =>
    undoable(db, async (tx): Promise<PlanChangeOutcome> => {
      const before = await tx
        .selectFrom('exam_plan')
        .selectAll()
        .where('id', '=', key.id)
        .where('school_id', '=', key.schoolId)
        .executeTakeFirst();
      if (!before) return { kind: 'notFound' };
      if (getNextPlanState(derivePlanState(before), on) === undefined) return { kind: stateNames[derivePlanState(before)] };
      if (before.version !== key.version)
        return { kind: 'stale', note: await createVersionNoteStore(tx).since(planHistoryKind, key.id, key.version) };
      const written = await write(tx, before);
      if (typeof written === 'string') throw new InTheWay(written);
      const version = before.version + 1;
      await tx
        .updateTable('exam_plan')
        .set({ ...written.columns, version, updated_by: key.userId, updated_ms: key.nowMs })
        .where('id', '=', key.id)
        .execute();
      const by = { userId: key.userId, nowMs: key.nowMs, fields: written.fields };
      await createVersionNoteStore(tx).write({ kind: planHistoryKind, id: key.id, version }, by);
      await key.alongside?.(tx, { id: key.id, version });
      return { kind: 'done', version };
    });

  return {
    /** Creates a plan. `more` writes the rows that a kind of plan has besides, in the same transaction. */
    add: (
      fields: PlanFields,
      examinees: readonly ExamUser[],
      editor: PlanEditor,
      kind: AttemptKind = 'exam',
      more: (tx: Transaction<Database>, planId: number) => Promise<void> = () => Promise.resolve(),
      whole?: Pick<PlanTableRow, 'id' | 'created_by'>,
    ): Promise<{ id: number; version: number }> =>
      db.transaction().execute(async (tx) => {
        const plan = await tx
          .insertInto('exam_plan')
          .values({
            ...toPlanColumns(fields),
            kind,
            school_id: editor.schoolId,
            published_ms: null,
            part_of: whole?.id ?? null,
            // A part has the owner and co-workers of the plan it belongs to.
            created_by: whole?.created_by ?? editor.userId,
            updated_by: editor.userId,
            updated_ms: editor.nowMs,
            created_ms: editor.nowMs,
          })
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow();
        await insertExaminees(
          tx,
          plan.id,
          examinees.map((user) => ({ user })),
        );
        if (whole) await createCoWorkerStore(tx, 'plan').copy(whole.id, plan.id);
        await more(tx, plan.id);
        await writePlanRooms(tx, plan.id, fields);
        await editor.alongside?.(tx, plan);
        return plan;
      }),

    modify: (
      key: { id: number; version: number },
      fields: PlanFields,
      examinees: readonly ExamUser[],
      editor: PlanEditor,
    ): Promise<PlanChangeOutcome> =>
      change({ ...key, ...editor }, 'change', async (tx, before) => {
        const people = await tx.selectFrom('exam_examinee').select('user_id').where('plan_id', '=', key.id).orderBy('position').execute();
        const took = await takenBy(tx, key.id);
        await insertExaminees(
          tx,
          key.id,
          examinees.map((user) => ({ user })),
        );
        await writePlanRooms(tx, key.id, fields);
        const changed = listChangedFields(
          { ...toPlanFields(before, took), examineeIds: people.map((row) => row.user_id) },
          { ...toPlanFields(toPlanColumns(fields), fields), examineeIds: examinees.map((user) => user.id) },
        );
        return { columns: toPlanColumns(fields), fields: changed };
      }),

    /** Writes everything that a published plan consists of, or nothing. Refuses if the paper is no longer the one that was frozen. */
    publish: (key: { id: number; version: number }, made: Publication, editor: PlanEditor): Promise<PlanChangeOutcome> =>
      change({ ...key, ...editor }, 'publish', async (tx, plan) => {
        if (made.source.row !== null) {
          const papers = createPaperReads(tx);
          const paper = await papers.byId(editor.schoolId, made.source.row.id);
          if (paper?.row.version !== made.source.row.version || !(await markPaperOrganised(tx, paper.row))) return 'paperChanged';
        }
        for (const one of made.packages) await insertPackage(tx, key.id, made, one);
        await insertContents(tx, key.id, made.contents);
        await freezeGroupRules(tx, key.id);
        const variants = made.packages.map((one) => one.frozen.content.variant);
        const entries = await buildSeatedEntries(tx, plan, variants, made.attempts);
        if (entries === undefined) return 'seatsChanged';
        // `runPlanChecks` has already looked for these conflicts to name them. Two plans published at once both pass it; they are caught here, where
        // transactions run one after another.
        if (plan.kind === 'exam') {
          if ((await createSeatingStore(tx).roomsTaken(plan)).length > 0) return 'roomTaken';
          const holders = new Map(entries.map(({ ticketNo, user }) => [ticketNo ?? '', user.id]));
          if (
            plan.ticket_pattern !== '' &&
            (await createSeatingStore(tx).ticketsOfOthers(plan.school_id, plan.id, holders, editor.nowMs)).length > 0
          )
            return 'ticketTaken';
        }
        await insertExaminees(tx, key.id, entries);
        await addQuestionUse(
          tx,
          made.packages,
          entries.map((entry) => entry.variant),
          plan.start_ms,
        );
        return { columns: { published_ms: editor.nowMs, revision: 1 }, fields: ['status'] };
      }),

    /** Writes a revision of a published plan before its start, with what `revise` changes, or nothing. */
    amend: (
      key: { id: number; version: number },
      reason: string,
      revise: (tx: Transaction<Database>, plan: PlanTableRow) => Promise<PlanObstacle | RevisionResult>,
      editor: PlanEditor,
    ): Promise<PlanChangeOutcome> =>
      change({ ...editor, ...key }, 'amend', async (tx, plan) => {
        if (!canWithdrawAt({ startMs: plan.start_ms }, editor.nowMs)) return 'begun';
        const revised = await revise(tx, plan);
        if (typeof revised === 'string') return revised;
        const fields = Object.keys(revised.changes);
        if (fields.length === 0) return 'unchanged';
        const revision = plan.revision + 1;
        const { changes, columns } = revised;
        await insertRevision(tx, { planId: plan.id, revision, ms: editor.nowMs, madeBy: editor.userId, reason, changes });
        return { columns: { ...columns, revision }, fields };
      }),

    /** Withdraws a published plan before its start and takes back the use counts of its questions, because nobody has seen them. */
    withdraw: (key: { id: number; version: number }, reason: string, editor: PlanEditor): Promise<PlanChangeOutcome> =>
      change({ ...editor, id: key.id, version: key.version }, 'withdraw', async (tx, plan) => {
        if (!canWithdrawAt({ startMs: plan.start_ms }, editor.nowMs)) return 'begun';
        await removeQuestionUse(tx, plan.id);
        const withdrawn = { withdrawn_ms: editor.nowMs, withdrawn_by: editor.userId, withdraw_reason: reason };
        return { columns: { published_ms: null, ...withdrawn }, fields: ['status'] };
      }),

    /** Replaces the seats of a plan that is not published yet. `seed`: the seed of a new arrangement; undefined keeps the stored one. */
    reseat: (
      key: { id: number; version: number },
      seats: readonly OccupiedSeat[],
      seed: number | undefined,
      editor: PlanEditor,
    ): Promise<PlanChangeOutcome> =>
      change({ ...editor, ...key }, 'change', async (tx, plan) => {
        await writeSeats(tx, plan.id, seats);
        return { columns: seed === undefined ? {} : { seat_seed: seed }, fields: ['seats'] };
      }),

    /** Reads the ids of a plan's rooms and marker groups. */
    taken: (planId: number) => takenBy(db, planId),

    byId: (schoolId: number, id: number): Promise<PlanTableRow | undefined> =>
      db.selectFrom('exam_plan').selectAll().where('id', '=', id).where('school_id', '=', schoolId).executeTakeFirst(),

    examinees: (planIds: readonly number[]): Promise<ExamineeRow[]> =>
      planIds.length === 0
        ? Promise.resolve([])
        : db.selectFrom('exam_examinee').selectAll().where('plan_id', 'in', planIds).orderBy('plan_id').orderBy('position').execute(),

    /** Reads what changed in a plan after a version. */
    changesSince: (id: number, version: number): Promise<VersionNote> => createVersionNoteStore(db).since(planHistoryKind, id, version),
  };
}

const takenBy = async (db: Kysely<Database>, planId: number): Promise<{ roomIds: number[]; markerGroupIds: number[] }> => {
  const store = createSeatingStore(db);
  return { roomIds: await store.roomIds(planId), markerGroupIds: await store.groupIds(planId) };
};
