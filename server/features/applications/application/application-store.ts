import type { ExpressionBuilder, Kysely, Selectable, Transaction } from 'kysely';
import { declarationStatus, enrolmentStatus, userStatus } from '../../../../sync/contract/codes.ts';
import type { ApplicationKind } from '../../../../sync/domain/applications/application-machine.ts';
import { anyContainsKeyword, type PageOrder, readPage, countRows } from '../../../db/list-page.ts';
import type { Database } from '../../../db/schema.ts';
import { sliceValues } from '../../../db/slice-values.ts';

export type ApplicationRecord = Selectable<Database['application']>;
export type ApplicationStepRecord = Selectable<Database['application_step']>;
type Columns = Omit<ApplicationRecord, 'id' | 'version' | 'created_ms'>;

export const applicationSorts = { submittedMs: 'submitted_ms', name: 'name' } as const;

export interface ApplicationQuery {
  readonly kind: ApplicationKind;
  readonly schoolId: number;
  readonly offerId?: number | undefined;
  readonly status?: number | undefined;
  readonly keyword?: string | undefined;
  readonly doubtful?: boolean | undefined;
  readonly twice?: boolean | undefined;
  /** Restricts the applications to those of students in these classes; undefined for the whole school. */
  readonly classIds?: readonly number[] | undefined;
}

interface FigureSpans {
  /** Start of the period that the charts show (ms). */
  readonly sinceMs: number;
  /** Applications handed in before this time, and not decided yet, count as waiting long. */
  readonly longMs: number;
  readonly reviewed: readonly number[];
}

/** Stores applications (also called forms) and their history. */
export function createApplicationStore(db: Kysely<Database>) {
  const all = () => db.selectFrom('application').selectAll();
  /** Builds the condition that another application of the same kind was handed in at the school with the same ID number. */
  const hasTwin = (eb: ExpressionBuilder<Database, 'application'>) =>
    eb.exists(
      eb
        .selectFrom('application as twin')
        .select('twin.id')
        .whereRef('twin.school_id', '=', 'application.school_id')
        .whereRef('twin.id_number_index', '=', 'application.id_number_index')
        .whereRef('twin.kind', '=', 'application.kind')
        .whereRef('twin.id', '!=', 'application.id')
        .where('twin.rounds', '>', 0),
    );
  /** Selects applications that were handed in. Drafts are visible to their author only. */
  const handedIn = ({ kind, schoolId, classIds }: Pick<ApplicationQuery, 'kind' | 'schoolId' | 'classIds'>) => {
    let base = db.selectFrom('application').where('school_id', '=', schoolId).where('kind', '=', kind).where('rounds', '>', 0);
    if (kind === 'enroll') base = base.where('status', '!=', enrolmentStatus.withdrawn);
    if (classIds !== undefined)
      base = base.where('user_id', 'in', (eb) =>
        eb
          .selectFrom('user')
          .select('user.id')
          .where('class_id', 'in', classIds.length === 0 ? [0] : classIds),
      );
    return base;
  };

  return {
    findOwn: (kind: ApplicationKind, offerId: number, userId: number): Promise<ApplicationRecord | undefined> =>
      all().where('kind', '=', kind).where('offer_id', '=', offerId).where('user_id', '=', userId).executeTakeFirst(),

    byId: (schoolId: number, kind: ApplicationKind, id: number): Promise<ApplicationRecord | undefined> =>
      all().where('school_id', '=', schoolId).where('kind', '=', kind).where('id', '=', id).executeTakeFirst(),

    /** Finds an application that was handed in and that the reviewer is responsible for. */
    reviewed: (query: Pick<ApplicationQuery, 'kind' | 'schoolId' | 'classIds'>, id: number): Promise<ApplicationRecord | undefined> =>
      handedIn(query).selectAll().where('id', '=', id).executeTakeFirst(),

    /** Returns those of `ids` that are applications for which the reviewer is responsible. */
    async reviewedIds(query: Pick<ApplicationQuery, 'kind' | 'schoolId' | 'classIds'>, ids: readonly number[]): Promise<Set<number>> {
      if (ids.length === 0) return new Set();
      const rows = await handedIn(query).select('id').where('id', 'in', ids).execute();
      return new Set(rows.map((row) => row.id));
    },

    /** Returns the applications that these users have handed in and not taken back, newest first, with the user id of each. */
    async handedInBy(schoolId: number, userIds: readonly number[]): Promise<{ userId: number; record: ApplicationRecord }[]> {
      const formsByUser: { userId: number; record: ApplicationRecord }[] = [];
      for (const ids of sliceValues(userIds, 500)) {
        const rows = await all()
          .where('school_id', '=', schoolId)
          .where('rounds', '>', 0)
          .where('status', '!=', enrolmentStatus.withdrawn)
          .where((eb) => eb.not(eb.and([eb('kind', '=', 'declare'), eb('status', '=', declarationStatus.filled)])))
          .where((eb) => eb.or([eb('user_id', 'in', ids), eb('examinee_id', 'in', ids)]))
          .orderBy('submitted_ms', 'desc')
          .orderBy('id', 'desc')
          .execute();
        const userIdSet = new Set(ids);
        for (const record of rows)
          for (const userId of new Set([record.user_id, record.examinee_id ?? 0]))
            if (userIdSet.has(userId)) formsByUser.push({ userId, record });
      }
      return formsByUser;
    },

    async statusesOf(kind: ApplicationKind, userId: number): Promise<Map<number, number>> {
      const rows = await db
        .selectFrom('application')
        .select(['offer_id', 'status'])
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .execute();
      return new Map(rows.map((row) => [row.offer_id, row.status]));
    },

    list(query: ApplicationQuery, order: PageOrder) {
      const { offerId, status, keyword = '', doubtful, twice } = query;
      let base = handedIn(query);
      if (offerId !== undefined) base = base.where('offer_id', '=', offerId);
      if (status !== undefined) base = base.where('status', '=', status);
      if (doubtful !== undefined) base = doubtful ? base.where('doubt', '!=', '') : base.where('doubt', '=', '');
      if (twice !== undefined) base = base.where((eb) => (twice ? hasTwin(eb) : eb.not(hasTwin(eb))));
      if (keyword !== '') base = base.where((eb) => anyContainsKeyword(eb, ['name', 'id_number', 'employer'], keyword));
      return readPage(base, order, (rows) => rows.selectAll());
    },

    /** Counts for each application those before it in the queue of its enrolment batch. */
    async countQueuedBefore(ids: readonly number[]): Promise<Map<number, number>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('application as f')
        .where('f.id', 'in', ids)
        .select((eb) => [
          'f.id',
          eb
            .selectFrom('application as o')
            .select((inner) => inner.fn.countAll<number>().as('count'))
            .whereRef('o.kind', '=', 'f.kind')
            .whereRef('o.offer_id', '=', 'f.offer_id')
            .where('o.status', '>', enrolmentStatus.withdrawn)
            .where((inner) =>
              inner.or([
                inner('o.queued_ms', '<', inner.ref('f.queued_ms')),
                inner.and([inner('o.queued_ms', '=', inner.ref('f.queued_ms')), inner('o.id', '<', inner.ref('f.id'))]),
              ]),
            )
            .as('ahead'),
        ])
        .execute();
      return new Map(rows.map((row) => [row.id, Number(row.ahead ?? 0)]));
    },

    /** Lists other applications of the school with the same ID number, in one offer (batch or project) or in all. */
    async listDuplicates(
      record: Pick<ApplicationRecord, 'school_id' | 'kind' | 'id_number_index'>,
      exceptId: number,
      offerId?: number,
    ): Promise<ApplicationRecord[]> {
      if (record.id_number_index === null) return [];
      let query = all()
        .where('school_id', '=', record.school_id)
        .where('kind', '=', record.kind)
        .where('id_number_index', '=', record.id_number_index)
        .where('id', '!=', exceptId)
        .where('rounds', '>', 0);
      if (offerId !== undefined) query = query.where('offer_id', '=', offerId).where('status', '!=', enrolmentStatus.withdrawn);
      return query.orderBy('submitted_ms').execute();
    },

    /** Maps each application to the number of others with its ID number. */
    async twinCounts(ids: readonly number[]): Promise<Map<number, number>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('application as one')
        .innerJoin('application as twin', (join) =>
          join
            .onRef('twin.school_id', '=', 'one.school_id')
            .onRef('twin.id_number_index', '=', 'one.id_number_index')
            .onRef('twin.kind', '=', 'one.kind')
            .onRef('twin.id', '!=', 'one.id'),
        )
        .where('one.id', 'in', ids)
        .where('twin.rounds', '>', 0)
        .groupBy('one.id')
        .select(['one.id', (eb) => eb.fn.countAll<number>().as('count')])
        .execute();
      return new Map(rows.map((row) => [row.id, Number(row.count)]));
    },

    /** Maps each application to the person who approved or returned it last. */
    async deciders(ids: readonly number[]): Promise<Map<number, number>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('application_step')
        .select(['application_id', 'user_id'])
        .where('application_id', 'in', ids)
        .where('event', 'in', ['approve', 'return'])
        .orderBy('application_id')
        .orderBy('n')
        .execute();
      return new Map(rows.map((row) => [row.application_id, row.user_id]));
    },

    /**
     * Returns the claimed ID numbers of a batch, by their index. An approved application claims its number. So does the application of the account
     * for which the school has recorded the number. Typing a number into a form claims nothing.
     */
    async claimedInBatch(offerId: number): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('application')
        .innerJoin('user', 'user.id', 'application.user_id')
        .select(['application.id', 'application.id_number_index'])
        .where('application.kind', '=', 'enroll')
        .where('application.offer_id', '=', offerId)
        .where('application.status', '!=', enrolmentStatus.withdrawn)
        .where('application.id_number_index', 'is not', null)
        .where((eb) =>
          eb.or([
            eb('application.status', '=', enrolmentStatus.approved),
            eb('user.id_number_index', '=', eb.ref('application.id_number_index')).and('user.status', '!=', userStatus.applying),
          ]),
        )
        .execute();
      return new Map(rows.map((row) => [row.id_number_index?.toString('hex') ?? '', row.id]));
    },

    steps: (id: number): Promise<ApplicationStepRecord[]> =>
      db.selectFrom('application_step').selectAll().where('application_id', '=', id).orderBy('n').execute(),

    /** Writes an application and an entry of its history. If `key` is null, creates the application. */
    async write(
      tx: Transaction<Database>,
      key: { id: number; version: number } | null,
      columns: Partial<Columns> & Pick<Columns, 'status' | 'updated_ms'>,
      step: Omit<ApplicationStepRecord, 'application_id' | 'n'> | null,
      blank: () => Columns,
    ): Promise<{ id: number; version: number }> {
      const savedRow =
        key === null
          ? await tx
              .insertInto('application')
              .values({ ...blank(), ...columns, created_ms: columns.updated_ms })
              .returning(['id', 'version'])
              .executeTakeFirstOrThrow()
          : { id: key.id, version: key.version + 1 };
      if (key !== null)
        await tx
          .updateTable('application')
          .set({ ...columns, version: savedRow.version })
          .where('id', '=', key.id)
          .execute();
      if (step !== null) {
        const { n } = await tx
          .selectFrom('application_step')
          .where('application_id', '=', savedRow.id)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow();
        await tx
          .insertInto('application_step')
          .values({ ...step, application_id: savedRow.id, n: n + 1 })
          .execute();
      }
      return savedRow;
    },

    /** Counts the handed-in applications by offer and status and by source, and the reviewers' decisions since `sinceMs`. */
    async figures(query: Pick<ApplicationQuery, 'kind' | 'schoolId' | 'classIds'>, { sinceMs, longMs, reviewed }: FigureSpans) {
      const offers = await handedIn(query)
        .groupBy(['offer_id', 'status'])
        .select(['offer_id as offerId', 'status', (eb) => eb.fn.countAll<number>().as('count')])
        .orderBy('offer_id')
        .orderBy('status')
        .execute();
      const sources = await handedIn(query)
        .groupBy('source')
        .select(['source', (eb) => eb.fn.countAll<number>().as('count')])
        .orderBy('source')
        .execute();
      const recent = await handedIn(query)
        .where((eb) => eb.or([eb('submitted_ms', '>=', sinceMs), eb('decided_ms', '>=', sinceMs)]))
        .select(['submitted_ms', 'decided_ms'])
        .limit(20_000)
        .execute();
      const decided = await db
        .selectFrom('application_step')
        .where('at_ms', '>=', sinceMs)
        .where('event', 'in', ['approve', 'return'])
        .where('application_id', 'in', handedIn(query).select('application.id'))
        .groupBy(['user_id', 'event'])
        .select(['user_id', 'event', (eb) => eb.fn.countAll<number>().as('count')])
        .orderBy('user_id')
        .orderBy('event')
        .execute();
      const waits = () => handedIn(query).where('status', 'in', reviewed);
      const waiting = {
        long: await countRows(waits().where('submitted_ms', '<', longMs)),
        mended: await countRows(waits().where('rounds', '>', 1)),
        clear: await countRows(
          waits()
            .where('doubt', '=', '')
            .where((eb) => eb.not(hasTwin(eb))),
        ),
        twice: await countRows(waits().where((eb) => hasTwin(eb))),
      };
      return { offers, sources, recent, decided, waiting };
    },

    /** Returns the earliest time of hand-in (ms) among applications with these statuses, or null. */
    async oldest(query: Pick<ApplicationQuery, 'kind' | 'schoolId' | 'classIds'>, statuses: readonly number[]): Promise<number | null> {
      const row = await handedIn(query)
        .where('status', 'in', statuses)
        .select((eb) => eb.fn.min('submitted_ms').as('ms'))
        .executeTakeFirst();
      return row?.ms === null || row?.ms === undefined ? null : Number(row.ms);
    },
  };
}
