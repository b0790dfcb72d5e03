import type { Kysely, Selectable, Transaction } from 'kysely';
import type { AttemptKind } from '../../../sync/contract/codes.ts';
import type { PlanChanges } from '../../../sync/contract/exam-revision.ts';
import { mayWithdrawAt, nextPlanState, type PlanEvent, planState, type PlanStateCode } from '../../../sync/machines/exam-machine.ts';
import { coWorkerStore } from '../../db/co-worker-store.ts';
import { changedFields } from '../../db/changed-fields.ts';
import type { Database } from '../../db/schema.ts';
import { type VersionNote, versionNoteStore } from '../../db/version-note-store.ts';
import type { Alongside } from '../../things/noted.ts';
import { paperReads } from '../paper/paper-reads.ts';
import { organisePaper } from '../paper/paper-writes.ts';
import type { ExamUser } from '../user/user-reads.ts';
import { insertExaminees } from './examinee-store.ts';
import { columnsOf, fieldsOf, type PlanFields } from './plan-fields.ts';
import { freezeGroupRules, insertContents, insertPackage, noteUse, type Publication, takeUseBack } from './publication-store.ts';
import { insertRevision } from './revision-store.ts';
import type { TakenSeat } from './seat-arrangement.ts';
import { seatedEntries } from './seated-entries.ts';
import { seatingStore, writePlanRooms, writeSeats } from './seating-store.ts';

export type PlanRow = Selectable<Database['exam_plan']>;
export type ExamineeRow = Selectable<Database['exam_examinee']>;

export interface Editor {
  readonly schoolId: number;
  readonly userId: number;
  readonly nowMs: number;
  readonly alongside?: Alongside;
}
export type PlanChange =
  | { readonly kind: 'done'; readonly version: number }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'stale'; readonly note: VersionNote }
  | { readonly kind: 'published' }
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'notPublished' }
  | { readonly kind: Obstacle };

/** What only shows while a change is being written. */
export type Obstacle =
  | 'paperChanged'
  | 'begun'
  | 'seatsChanged'
  | 'roomTaken'
  | 'ticketTaken'
  | 'noFreeSeat'
  | 'roomUnknown'
  | 'seatUnknown'
  | 'unchanged';

/** What a revision writes into the plan's own row, and what it tells. */
export interface Revised {
  readonly columns: Partial<Pick<PlanRow, 'start_ms' | 'duration_ms' | 'entry_limit_ms' | 'earliest_hand_in_ms' | 'notice'>>;
  readonly changes: PlanChanges;
}

export const planSorts = { id: 'id', name: 'name', startMs: 'start_ms', updatedMs: 'updated_ms' } as const;

export function stateOf(plan: Pick<PlanRow, 'published_ms' | 'withdrawn_ms'>): PlanStateCode {
  if (plan.withdrawn_ms !== null) return planState.withdrawn;
  return plan.published_ms === null ? planState.draft : planState.published;
}

/** Why an event leads nowhere from here. */
const stateNames = { [planState.draft]: 'notPublished', [planState.published]: 'published', [planState.withdrawn]: 'withdrawn' } as const;

/** An exam has one; of a task in words this finds none. */
export const paperOf = (plan: Pick<PlanRow, 'paper_id'>): number => plan.paper_id ?? 0;

export const planNoteKind = 'exam_plan';

/** Undoes what was written before it was seen. */
class InTheWay extends Error {
  override readonly name = 'InTheWay';
  readonly obstacle: Obstacle;
  constructor(obstacle: Obstacle) {
    super(obstacle);
    this.obstacle = obstacle;
  }
}

const undoable = (db: Kysely<Database>, work: (tx: Transaction<Database>) => Promise<PlanChange>): Promise<PlanChange> =>
  db
    .transaction()
    .execute(work)
    .catch((error: unknown) => {
      if (error instanceof InTheWay) return { kind: error.obstacle };
      throw error;
    });

export function examStore(db: Kysely<Database>) {
  /** Version and status are checked in the transaction that writes: a double click changes a plan once. */
  const change = (
    key: { id: number; version: number } & Editor,
    on: PlanEvent,
    write: (
      tx: Transaction<Database>,
      before: PlanRow,
    ) => Promise<Obstacle | { columns: Partial<Omit<PlanRow, 'created_ms'>>; fields: readonly string[] }>,
  ): Promise<PlanChange> =>
    undoable(db, async (tx): Promise<PlanChange> => {
      const before = await tx
        .selectFrom('exam_plan')
        .selectAll()
        .where('id', '=', key.id)
        .where('school_id', '=', key.schoolId)
        .executeTakeFirst();
      if (!before) return { kind: 'notFound' };
      if (nextPlanState(stateOf(before), on) === undefined) return { kind: stateNames[stateOf(before)] };
      if (before.version !== key.version)
        return { kind: 'stale', note: await versionNoteStore(tx).since(planNoteKind, key.id, key.version) };
      const written = await write(tx, before);
      if (typeof written === 'string') throw new InTheWay(written);
      const version = before.version + 1;
      await tx
        .updateTable('exam_plan')
        .set({ ...written.columns, version, updated_by: key.userId, updated_ms: key.nowMs })
        .where('id', '=', key.id)
        .execute();
      const by = { userId: key.userId, nowMs: key.nowMs, fields: written.fields };
      await versionNoteStore(tx).write({ kind: planNoteKind, id: key.id, version }, by);
      await key.alongside?.(tx, { id: key.id, version });
      return { kind: 'done', version };
    });

  return {
    /** `more`: what a kind has besides, in the same transaction. */
    add: (
      fields: PlanFields,
      examinees: readonly ExamUser[],
      editor: Editor,
      kind: AttemptKind = 'exam',
      more: (tx: Transaction<Database>, planId: number) => Promise<void> = () => Promise.resolve(),
      whole?: Pick<PlanRow, 'id' | 'created_by'>,
    ): Promise<{ id: number; version: number }> =>
      db.transaction().execute(async (tx) => {
        const plan = await tx
          .insertInto('exam_plan')
          .values({
            ...columnsOf(fields),
            kind,
            school_id: editor.schoolId,
            published_ms: null,
            part_of: whole?.id ?? null,
            // A part is whose the plan is: its maker's, and its co-workers'.
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
        if (whole) await coWorkerStore(tx, 'plan').copy(whole.id, plan.id);
        await more(tx, plan.id);
        await writePlanRooms(tx, plan.id, fields);
        await editor.alongside?.(tx, plan);
        return plan;
      }),

    modify: (
      key: { id: number; version: number },
      fields: PlanFields,
      examinees: readonly ExamUser[],
      editor: Editor,
    ): Promise<PlanChange> =>
      change({ ...key, ...editor }, 'change', async (tx, before) => {
        const people = await tx.selectFrom('exam_examinee').select('user_id').where('plan_id', '=', key.id).orderBy('position').execute();
        const took = await takenBy(tx, key.id);
        await insertExaminees(
          tx,
          key.id,
          examinees.map((user) => ({ user })),
        );
        await writePlanRooms(tx, key.id, fields);
        const changed = changedFields(
          { ...fieldsOf(before, took), examineeIds: people.map((row) => row.user_id) },
          { ...fieldsOf(columnsOf(fields), fields), examineeIds: examinees.map((user) => user.id) },
        );
        return { columns: columnsOf(fields), fields: changed };
      }),

    /** Everything a published plan consists of, or nothing. The paper must still be the one that was frozen. */
    publish: (key: { id: number; version: number }, made: Publication, editor: Editor): Promise<PlanChange> =>
      change({ ...key, ...editor }, 'publish', async (tx, plan) => {
        if (made.source.row !== null) {
          const papers = paperReads(tx);
          const paper = await papers.byId(editor.schoolId, made.source.row.id);
          if (paper?.row.version !== made.source.row.version || !(await organisePaper(tx, paper.row))) return 'paperChanged';
        }
        for (const one of made.packages) await insertPackage(tx, key.id, made, one);
        await insertContents(tx, key.id, made.contents);
        await freezeGroupRules(tx, key.id);
        const variants = made.packages.map((one) => one.frozen.content.variant);
        const entries = await seatedEntries(tx, plan, variants, made.attempts);
        if (entries === undefined) return 'seatsChanged';
        // Looked at before, too, to be named; two that are published at once meet here, one after the other.
        if (plan.kind === 'exam') {
          if ((await seatingStore(tx).roomsTaken(plan)).length > 0) return 'roomTaken';
          const holders = new Map(entries.map(({ ticketNo, user }) => [ticketNo ?? '', user.id]));
          if (
            plan.ticket_pattern !== '' &&
            (await seatingStore(tx).ticketsOfOthers(plan.school_id, plan.id, holders, editor.nowMs)).length > 0
          )
            return 'ticketTaken';
        }
        await insertExaminees(tx, key.id, entries);
        await noteUse(
          tx,
          made.packages,
          entries.map((entry) => entry.variant),
          plan.start_ms,
        );
        return { columns: { published_ms: editor.nowMs, revision: 1 }, fields: ['status'] };
      }),

    /** A revision of a published plan: what `revise` writes and tells, or nothing. */
    amend: (
      key: { id: number; version: number },
      reason: string,
      revise: (tx: Transaction<Database>, plan: PlanRow) => Promise<Obstacle | Revised>,
      editor: Editor,
    ): Promise<PlanChange> =>
      change({ ...editor, ...key }, 'amend', async (tx, plan) => {
        if (!mayWithdrawAt({ startMs: plan.start_ms }, editor.nowMs)) return 'begun';
        const revised = await revise(tx, plan);
        if (typeof revised === 'string') return revised;
        const fields = Object.keys(revised.changes);
        if (fields.length === 0) return 'unchanged';
        const revision = plan.revision + 1;
        const { changes, columns } = revised;
        await insertRevision(tx, { planId: plan.id, revision, ms: editor.nowMs, madeBy: editor.userId, reason, changes });
        return { columns: { ...columns, revision }, fields };
      }),

    /** Calls a published plan off. Its questions were put before nobody: what publishing had told the bank of their use is taken back. */
    withdraw: (key: { id: number; version: number }, reason: string, editor: Editor): Promise<PlanChange> =>
      change({ ...editor, id: key.id, version: key.version }, 'withdraw', async (tx, plan) => {
        if (!mayWithdrawAt({ startMs: plan.start_ms }, editor.nowMs)) return 'begun';
        await takeUseBack(tx, plan.id);
        const withdrawn = { withdrawn_ms: editor.nowMs, withdrawn_by: editor.userId, withdraw_reason: reason };
        return { columns: { published_ms: null, ...withdrawn }, fields: ['status'] };
      }),

    /** Who sits where in a plan that isn't published yet, in place of what stood before. */
    reseat: (
      key: { id: number; version: number },
      seats: readonly TakenSeat[],
      seed: number | undefined,
      editor: Editor,
    ): Promise<PlanChange> =>
      change({ ...editor, ...key }, 'change', async (tx, plan) => {
        await writeSeats(tx, plan.id, seats);
        return { columns: seed === undefined ? {} : { seat_seed: seed }, fields: ['seats'] };
      }),

    /** Which rooms and marker groups a plan takes. */
    taken: (planId: number) => takenBy(db, planId),

    byId: (schoolId: number, id: number): Promise<PlanRow | undefined> =>
      db.selectFrom('exam_plan').selectAll().where('id', '=', id).where('school_id', '=', schoolId).executeTakeFirst(),

    examinees: (planIds: readonly number[]): Promise<ExamineeRow[]> =>
      planIds.length === 0
        ? Promise.resolve([])
        : db.selectFrom('exam_examinee').selectAll().where('plan_id', 'in', planIds).orderBy('plan_id').orderBy('position').execute(),

    /** What happened to a plan after the version somebody saw. */
    changesSince: (id: number, version: number): Promise<VersionNote> => versionNoteStore(db).since(planNoteKind, id, version),
  };
}

const takenBy = async (db: Kysely<Database>, planId: number): Promise<{ roomIds: number[]; markerGroupIds: number[] }> => {
  const store = seatingStore(db);
  return { roomIds: await store.roomIds(planId), markerGroupIds: await store.groupIds(planId) };
};
