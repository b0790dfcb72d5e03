import { type Expression, type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { questionStatus } from '../../sync/contract/codes.ts';
import type { UserType } from '../../sync/contract/roles.ts';
import { hasRowRight, getRowRelation, type RowOwnership, type RowAccess, type OwnedRowKind } from '../../sync/contract/row-rights.ts';
import { isIdOneOf } from './picked-page.ts';
import type { Database } from './schema.ts';

/** Facts about a user that decide which papers, plans and questions they may access. */
export interface Viewer {
  readonly userId: number;
  readonly userType: UserType;
  readonly schoolId: number;
}

/** Facts about one paper, plan or question that decide who may access it. */
export interface OwnedRow extends RowOwnership {
  readonly id: number;
  /** Null for the certified bank, which belongs to no school. */
  readonly schoolId: number | null;
  readonly kind: OwnedRowKind;
}

/** Query of the ids of drafts that a viewer may not read. */
export type HiddenDrafts = SelectQueryBuilder<Database, never, { id: number }>;

const getQuestionKind = (status: number): OwnedRowKind =>
  status === questionStatus.draft ? 'draftQuestion' : status === questionStatus.inReview ? 'reviewedQuestion' : 'bankQuestion';

/** Finds out who made papers, plans and questions, who co-works on them, and so who may read or change them. */
export function createRowOwnerStore(db: Kysely<Database>) {
  const namedIn = (kind: 'paper' | 'plan', userId: number) =>
    db.selectFrom('co_worker').select('row_id').where('user_id', '=', userId).where('kind', '=', kind);
  // Two queries instead of one condition with OR, for which PostgreSQL would read all plans. Each query is read from an index.
  const plansKept = (userId: number) =>
    db
      .selectFrom('exam_plan')
      .select('paper_id')
      // Many plans may have the same paper.
      .distinct()
      .where('paper_id', 'is not', null)
      .where('created_by', '=', userId)
      .unionAll(db.selectFrom('exam_plan').select('paper_id').where('paper_id', 'is not', null).where('id', 'in', namedIn('plan', userId)));

  const papers = async (ids: readonly number[], { userId }: Viewer): Promise<OwnedRow[]> => {
    const rows = await db
      .selectFrom('paper')
      .select((eb) => [
        'id',
        'school_id',
        'created_by',
        eb('id', 'in', namedIn('paper', userId)).as('named'),
        eb('id', 'in', plansKept(userId)).as('planned'),
      ])
      .where((eb) => isIdOneOf(eb.ref('id'), ids))
      .execute();
    return rows.map((row) => ({
      id: row.id,
      schoolId: row.school_id,
      kind: 'paper',
      isMaker: row.created_by === userId,
      isCoWorker: isSet(row.named),
      keepsPlan: isSet(row.planned),
    }));
  };
  const plans = async (ids: readonly number[], { userId }: Viewer): Promise<OwnedRow[]> => {
    const rows = await db
      .selectFrom('exam_plan')
      .select((eb) => ['id', 'school_id', 'created_by', eb('id', 'in', namedIn('plan', userId)).as('named')])
      .where((eb) => isIdOneOf(eb.ref('id'), ids))
      .execute();
    return rows.map((row) => ({
      id: row.id,
      schoolId: row.school_id,
      kind: 'plan',
      isMaker: row.created_by === userId,
      isCoWorker: isSet(row.named),
      keepsPlan: false,
    }));
  };
  const questions = async (ids: readonly number[], { userId }: Viewer): Promise<OwnedRow[]> => {
    const rows = await db
      .selectFrom('question')
      .select(['id', 'owner_school_id', 'created_by', 'status'])
      .where((eb) => isIdOneOf(eb.ref('id'), ids))
      .execute();
    return rows.map((row) => ({
      id: row.id,
      schoolId: row.owner_school_id,
      kind: getQuestionKind(row.status),
      isMaker: row.created_by === userId,
      isCoWorker: false,
      keepsPlan: false,
    }));
  };

  return {
    /** Returns those papers, plans or questions with these ids that exist, in any school, with the facts that decide who may access them. */
    rows: (of: RowAccess['of'], ids: readonly number[], viewer: Viewer): Promise<OwnedRow[]> =>
      ({ paper: papers, plan: plans, question: questions })[of](ids, viewer),

    /** Builds the WHERE condition for the rows of their own school that a viewer may read; undefined means all rows. */
    readable(of: 'paper' | 'plan', { userId, userType }: Viewer): Expression<SqlBool> | undefined {
      const may = (bonds: Partial<RowOwnership>): boolean =>
        hasRowRight(of, getRowRelation(userType, { isMaker: false, isCoWorker: false, keepsPlan: false, ...bonds }), 'read');
      if (may({})) return undefined;
      const table = of === 'paper' ? 'paper' : 'exam_plan';
      const id = sql.ref(`${table}.id`);
      return sql<boolean>`(${sql.join(
        [
          ...(may({ isMaker: true }) ? [sql`${sql.ref(`${table}.created_by`)} = ${userId}`] : []),
          ...(may({ isCoWorker: true }) ? [sql`${id} IN (${namedIn(of, userId)})`] : []),
          ...(of === 'paper' && may({ keepsPlan: true }) ? [sql`${id} IN (${plansKept(userId)})`] : []),
        ],
        sql` OR `,
      )})`;
    },

    /** Selects the examinees of published exams that the user made or co-works on, for a WHERE. */
    examineesOfKept: (userId: number) =>
      db
        .selectFrom('exam_examinee')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_examinee.plan_id')
        .select('exam_examinee.user_id')
        .where('exam_plan.published_ms', 'is not', null)
        // Setting homework for a student gives no access to the student's records.
        .where('exam_plan.kind', '=', 'exam')
        .where((eb) => eb.or([eb('exam_plan.created_by', '=', userId), eb('exam_plan.id', 'in', namedIn('plan', userId))])),

    /** Selects the ids of drafts in the viewer's school bank that the viewer may not read. Undefined means that the viewer may read all drafts. */
    hiddenDrafts({ userId, userType, schoolId }: Viewer): HiddenDrafts | undefined {
      const stranger = getRowRelation(userType, { isMaker: false, isCoWorker: false, keepsPlan: false });
      if (hasRowRight('draftQuestion', stranger, 'read')) return undefined;
      return (
        db
          .selectFrom('question as draft')
          .select('draft.id')
          .where('draft.school_id', '=', schoolId)
          // A literal, because SQLite does not match a bound parameter to the partial index of drafts.
          .where('draft.status', '=', sql.lit(questionStatus.draft))
          .where('draft.created_by', '<>', userId)
      );
    },

    /** Returns those of the question ids that are drafts which the viewer may not read (`hiddenDrafts`). */
    async hiddenAmong(hidden: HiddenDrafts | undefined, ids: readonly number[]): Promise<ReadonlySet<number>> {
      if (hidden === undefined || ids.length === 0) return new Set();
      const rows = db.selectFrom(hidden.as('hidden')).select('id');
      return new Set((await rows.where((eb) => isIdOneOf(eb.ref('id'), ids)).execute()).map(({ id }) => id));
    },
  };
}

/** Reads a truth value of a query. SQLite returns 1 for true. */
const isSet = (value: unknown): boolean => value === 1 || value === true;
