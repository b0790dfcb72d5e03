import type { Kysely, Selectable, Transaction } from 'kysely';
import type { AttemptKind } from '../../../../../sync/contract/codes.ts';
import type { PlanChanges } from '../../../../../sync/contract/exams/exam-revision.ts';
import {
  canWithdrawAt,
  getNextPlanState,
  type PlanEvent,
  planState,
  type PlanStateCode,
} from '../../../../../sync/domain/exams/exam-machine.ts';
import { createCoWorkerStore } from '../../../../db/co-worker-store.ts';
import { listChangedFields, createChangeNoteStore } from '../../../../db/change-note-store.ts';
import type { Database } from '../../../../db/schema.ts';
import { refuse } from '../../../../http/handler.ts';
import { requireVersion } from '../../../../http/stale-version.ts';
import { createPaperReads } from '../../../papers/paper/paper-reads.ts';
import { markPaperOrganised } from '../../../papers/paper/paper-writes.ts';
import type { ExamUser } from '../../../people/user/user-reads.ts';
import { examMessages as messages, planFieldNames } from '../exam-messages.ts';
import { insertExaminees } from './examinee-store.ts';
import { toPlanColumns, toPlanFields, type PlanFields } from './plan-fields.ts';
import {
  freezeGroupRules,
  insertContents,
  insertPackage,
  addQuestionUse,
  type Publication,
  removeQuestionUse,
} from './publication-store.ts';
import { insertRevision } from './revision-store.ts';
import type { OccupiedSeat } from '../seating/seat-arrangement.ts';
import { buildSeatedEntries } from './seated-entries.ts';
import { createSeatingStore, writePlanRooms, writeSeats } from '../seating/seating-store.ts';
import type { RowVersionKey } from '../../../../../sync/contract/scalars.ts';

export type PlanTableRow = Selectable<Database['exam_plan']>;
export type ExamineeRow = Selectable<Database['exam_examinee']>;

export interface PlanEditor {
  readonly schoolId: number;
  readonly userId: number;
  readonly nowMs: number;
}

/** Reason to refuse a change of a plan that is found only inside the transaction, such as a room that another plan took meanwhile. */
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

/** Returns the paper id of a plan. An assignment that consists of a text instead of a paper gets 0, which no paper has. */
export const getPlanPaperId = (plan: Pick<PlanTableRow, 'paper_id'>): number => plan.paper_id ?? 0;

export const planHistoryKind = 'exam_plan';

/** Stores plans of all kinds. Writes take the caller's transaction. A change checks version and status and writes the change history. */
export function createExamStore(db: Kysely<Database>) {
  /** Runs one change of a plan. Refuses if the plan's state, its version or an obstacle does not allow it. */
  const change = async (
    tx: Transaction<Database>,
    key: RowVersionKey & PlanEditor,
    on: PlanEvent,
    write: (
      before: PlanTableRow,
    ) => Promise<PlanObstacle | { columns: Partial<Omit<PlanTableRow, 'created_ms'>>; fields: readonly string[] }>,
  ): Promise<RowVersionKey> => {
    const before = await createExamStore(tx).byId(key.schoolId, key.id);
    if (!before) refuse('notFound', messages.notFound());
    requirePlanState(before, on);
    await requireVersion(tx, { ...before, kind: planHistoryKind }, key.version, messages.called(), planFieldNames);
    const planChange = await write(before);
    if (typeof planChange === 'string') return refusePlanObstacle(planChange, before);
    const version = before.version + 1;
    await tx
      .updateTable('exam_plan')
      .set({ ...planChange.columns, version, updated_by: key.userId, updated_ms: key.nowMs })
      .where('id', '=', key.id)
      .execute();
    const by = { userId: key.userId, nowMs: key.nowMs, fields: planChange.fields };
    await createChangeNoteStore(tx).write({ kind: planHistoryKind, id: key.id, version }, by);
    return { id: key.id, version };
  };

  return {
    /** Creates a plan. `mainPlan`: the plan whose part the new one becomes, such as the practical part of an exam. */
    async add(
      tx: Transaction<Database>,
      fields: PlanFields,
      examinees: readonly ExamUser[],
      editor: PlanEditor,
      kind: AttemptKind = 'exam',
      mainPlan?: Pick<PlanTableRow, 'id' | 'created_by'>,
    ): Promise<RowVersionKey> {
      const plan = await tx
        .insertInto('exam_plan')
        .values({
          ...toPlanColumns(fields),
          kind,
          school_id: editor.schoolId,
          published_ms: null,
          part_of: mainPlan?.id ?? null,
          // A part of an exam (theory, practical, review) has the owner and co-workers of its main plan.
          created_by: mainPlan?.created_by ?? editor.userId,
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
      if (mainPlan) await createCoWorkerStore(tx, 'plan').copy(mainPlan.id, plan.id);
      await writePlanRooms(tx, plan.id, fields);
      return plan;
    },

    modify: (
      tx: Transaction<Database>,
      key: RowVersionKey,
      fields: PlanFields,
      examinees: readonly ExamUser[],
      editor: PlanEditor,
    ): Promise<RowVersionKey> =>
      change(tx, { ...key, ...editor }, 'change', async (before) => {
        const people = await tx.selectFrom('exam_examinee').select('user_id').where('plan_id', '=', key.id).orderBy('position').execute();
        const took = await readRoomsAndGroups(tx, key.id);
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

    /** Writes everything that a published plan consists of. Refuses if the paper is no longer the one that was frozen. */
    publish: (tx: Transaction<Database>, key: RowVersionKey, publication: Publication, editor: PlanEditor): Promise<RowVersionKey> =>
      change(tx, { ...key, ...editor }, 'publish', async (plan) => {
        if (publication.source.row !== null) {
          const papers = createPaperReads(tx);
          const paper = await papers.byId(editor.schoolId, publication.source.row.id);
          if (paper?.row.version !== publication.source.row.version || !(await markPaperOrganised(tx, paper.row))) return 'paperChanged';
        }
        for (const publishedPackage of publication.packages) await insertPackage(tx, key.id, publication, publishedPackage);
        await insertContents(tx, key.id, publication.contents);
        await freezeGroupRules(tx, key.id);
        const variants = publication.packages.map((one) => one.frozen.content.variant);
        const entries = await buildSeatedEntries(tx, plan, variants, publication.attempts);
        if (entries === undefined) return 'seatsChanged';
        // `runPlanChecks` has already looked for taken rooms and ticket numbers, and names them. Two plans that are published at once both pass it.
        // This second check is safe, because transactions run one after another.
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
          publication.packages,
          entries.map((entry) => entry.variant),
          plan.start_ms,
        );
        return { columns: { published_ms: editor.nowMs, revision: 1 }, fields: ['status'] };
      }),

    /** Writes a revision of a published plan before its start; `revise` computes what changes. */
    amend: (
      tx: Transaction<Database>,
      key: RowVersionKey,
      reason: string,
      revise: (plan: PlanTableRow) => Promise<PlanObstacle | RevisionResult>,
      editor: PlanEditor,
    ): Promise<RowVersionKey> =>
      change(tx, { ...editor, ...key }, 'amend', async (plan) => {
        if (!canWithdrawAt({ startMs: plan.start_ms }, editor.nowMs)) return 'begun';
        const revised = await revise(plan);
        if (typeof revised === 'string') return revised;
        const fields = Object.keys(revised.changes);
        if (fields.length === 0) return 'unchanged';
        const revision = plan.revision + 1;
        const { changes, columns } = revised;
        await insertRevision(tx, { planId: plan.id, revision, ms: editor.nowMs, madeBy: editor.userId, reason, changes });
        return { columns: { ...columns, revision }, fields };
      }),

    /** Withdraws a published plan before its start. Reverses the use counts of its questions, because no examinee has seen them. */
    withdraw: (tx: Transaction<Database>, key: RowVersionKey, reason: string, editor: PlanEditor): Promise<RowVersionKey> =>
      change(tx, { ...editor, id: key.id, version: key.version }, 'withdraw', async (plan) => {
        if (!canWithdrawAt({ startMs: plan.start_ms }, editor.nowMs)) return 'begun';
        await removeQuestionUse(tx, plan.id);
        const withdrawn = { withdrawn_ms: editor.nowMs, withdrawn_by: editor.userId, withdraw_reason: reason };
        return { columns: { published_ms: null, ...withdrawn }, fields: ['status'] };
      }),

    /** Replaces the seats of a plan that is not published yet. `seed`: the seed of a new arrangement; undefined keeps the stored one. */
    reseat: (
      tx: Transaction<Database>,
      key: RowVersionKey,
      seats: readonly OccupiedSeat[],
      seed: number | undefined,
      editor: PlanEditor,
    ): Promise<RowVersionKey> =>
      change(tx, { ...editor, ...key }, 'change', async (plan) => {
        await writeSeats(tx, plan.id, seats);
        return { columns: seed === undefined ? {} : { seat_seed: seed }, fields: ['seats'] };
      }),

    /** Reads the ids of a plan's rooms and marker groups. */
    readRoomsAndGroups: (planId: number) => readRoomsAndGroups(db, planId),

    byId: (schoolId: number, id: number): Promise<PlanTableRow | undefined> =>
      db.selectFrom('exam_plan').selectAll().where('id', '=', id).where('school_id', '=', schoolId).executeTakeFirst(),

    examinees: (planIds: readonly number[]): Promise<ExamineeRow[]> =>
      planIds.length === 0
        ? Promise.resolve([])
        : db.selectFrom('exam_examinee').selectAll().where('plan_id', 'in', planIds).orderBy('plan_id').orderBy('position').execute(),
  };
}

/** Refuses an event that the state of the plan does not allow. */
export function requirePlanState(plan: Pick<PlanTableRow, 'published_ms' | 'withdrawn_ms' | 'withdraw_reason'>, on: PlanEvent): void {
  const state = derivePlanState(plan);
  if (getNextPlanState(state, on) !== undefined) return;
  if (state === planState.withdrawn) refuse('refused', messages.withdrawn(plan.withdraw_reason));
  refuse('refused', state === planState.published ? messages.published() : messages.notPublished());
}

/** Refuses a change of a plan that met an obstacle while it was written. */
function refusePlanObstacle(obstacle: PlanObstacle, plan: Pick<PlanTableRow, 'start_ms'>): never {
  switch (obstacle) {
    case 'begun':
      return refuse('refused', messages.begun(plan.start_ms));
    case 'paperChanged':
      return refuse('refused', messages.paperChanged());
    case 'seatsChanged':
      return refuse('refused', messages.seatsChanged());
    case 'roomTaken':
      return refuse('refused', messages.roomTaken());
    case 'roomUnknown':
      return refuse('notFound', messages.roomUnknown());
    case 'seatUnknown':
      return refuse('notFound', messages.seatUnknown());
    case 'unchanged':
      return refuse('refused', messages.unchanged());
    case 'noFreeSeat':
      return refuse('refused', messages.noFreeSeat());
    case 'ticketTaken':
      return refuse('refused', messages.ticketTaken());
  }
}

const readRoomsAndGroups = async (db: Kysely<Database>, planId: number): Promise<{ roomIds: number[]; markerGroupIds: number[] }> => {
  const store = createSeatingStore(db);
  return { roomIds: await store.roomIds(planId), markerGroupIds: await store.groupIds(planId) };
};
