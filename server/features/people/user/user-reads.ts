import type { Kysely } from 'kysely';
import { schoolStatus, userStatus } from '../../../../sync/contract/codes.ts';
import { type Role, type UserType, userTypes } from '../../../../sync/contract/roles.ts';
import { extraRolesByType } from '../../../../sync/contract/people/user-rights.ts';
import type { ExamDuty } from '../../../../sync/contract/exams/seat-codes.ts';
import type { Database } from '../../../db/schema.ts';
import { countByColumn } from '../../../db/list-page.ts';
import { sliceValues } from '../../../db/slice-values.ts';

/** An examinee as other modules may see one. */
export interface ExamUser {
  readonly id: number;
  readonly name: string;
  readonly loginName: string;
  /** Empty for a student without an admission ticket. */
  readonly ticketNo: string;
}

/** A member of staff who may be chosen for a duty in an exam. */
interface DutyCandidate {
  readonly id: number;
  readonly name: string;
  readonly loginName: string;
  readonly employer: string;
}

/** Identity of a user in any school. */
export interface UserIdentity {
  readonly name: string;
  readonly loginName: string;
  readonly userType: UserType;
  readonly schoolId: number;
}

/** Reads users for other modules. */
export function createUserReads(db: Kysely<Database>) {
  return {
    /** Returns a user's name, or '' if the user no longer exists. */
    async nameOf(userId: number): Promise<string> {
      const row = await db.selectFrom('user').select('name').where('id', '=', userId).executeTakeFirst();
      return row?.name ?? '';
    },

    /** Counts the users of each school, of every type and status; schools without users are missing. */
    countsBySchool: (schoolIds: readonly number[]): Promise<Map<number, number>> =>
      countByColumn(db.selectFrom('user'), 'school_id', schoolIds),

    /** Finds a user whose account and school are both enabled. */
    async findActiveUser(userId: number): Promise<{ userId: number; schoolId: number; userType: UserType; name: string } | undefined> {
      const row = await db
        .selectFrom('user')
        .innerJoin('school', 'school.id', 'user.school_id')
        .select(['user.id as userId', 'user.school_id as schoolId', 'user.user_type as userType', 'user.name as name'])
        .where('user.id', '=', userId)
        .where('user.status', '=', userStatus.enabled)
        .where('school.status', '=', schoolStatus.enabled)
        .executeTakeFirst();
      return row && { ...row, userType: row.userType as UserType };
    },

    /** Tells whether all enabled system users (type 9) belong to this school. */
    async hasOnlySystemUser(schoolId: number): Promise<boolean> {
      const rows = await db
        .selectFrom('user')
        .innerJoin('school', 'school.id', 'user.school_id')
        .where('user_type', '=', 9)
        .where('user.status', '=', userStatus.enabled)
        .where('school.status', '=', schoolStatus.enabled)
        .select('school_id')
        .distinct()
        .execute();
      return rows.length === 1 && rows[0]?.school_id === schoolId;
    },

    async people(ids: readonly number[]): Promise<ReadonlyMap<number, UserIdentity>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('user')
        .select(['id', 'name', 'login_name', 'user_type', 'school_id'])
        .where('id', 'in', ids)
        .execute();
      return new Map(
        rows.map((row) => [
          row.id,
          { name: row.name, loginName: row.login_name, userType: row.user_type as UserType, schoolId: row.school_id },
        ]),
      );
    },

    async names(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('user')
        .select(['id', 'name'])
        .where('id', 'in', [...new Set(ids)])
        .execute();
      return new Map(rows.map((row) => [row.id, row.name]));
    },

    person: (id: number) =>
      db
        .selectFrom('user')
        .select(['id', 'school_id', 'user_type', 'name', 'login_name', 'student_no', 'class_id', 'created_ms', 'last_sign_in_ms'])
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Returns those of `ids` who are teachers at this school. */
    async teachers(schoolId: number, ids: readonly number[]): Promise<Set<number>> {
      if (ids.length === 0) return new Set();
      const rows = await db
        .selectFrom('user')
        .select('id')
        .where('school_id', '=', schoolId)
        .where('user_type', '=', 6)
        .where('id', 'in', [...new Set(ids)])
        .execute();
      return new Set(rows.map((row) => row.id));
    },

    /**
     * Lists enabled staff of a school by name. `items`: people who can be given a duty, because of their type or an extra role. `others`: people who
     * could be given it if they had the role.
     */
    async withDuty(schoolId: number, duty: ExamDuty): Promise<{ items: DutyCandidate[]; others: DutyCandidate[] }> {
      const rows = await db
        .selectFrom('user')
        .select(['id', 'name', 'login_name', 'employer', 'user_type', 'extra_roles'])
        .where('school_id', '=', schoolId)
        .where('status', '=', userStatus.enabled)
        .where('user_type', 'in', [4, 5, 6])
        .orderBy('name')
        .orderBy('id')
        .execute();
      const staff = rows.map(({ id, name, login_name, employer, user_type, extra_roles }) => ({
        person: { id, name, loginName: login_name, employer },
        has: [...userTypes[user_type as UserType].roles, ...(JSON.parse(extra_roles) as Role[])].includes(duty),
        canHave: extraRolesByType[user_type as UserType]?.includes(duty) === true,
      }));
      return {
        items: staff.flatMap(({ person, has }) => (has ? [person] : [])),
        others: staff.flatMap(({ person, has, canHave }) => (!has && canHave ? [person] : [])),
      };
    },

    /** Finds those of `ids` who are students or examinees of this school; others are missing. */
    async examUsers(schoolId: number, ids: readonly number[]): Promise<ExamUser[]> {
      const examUsers: ExamUser[] = [];
      // SQLite binds at most 32 766 values in a statement; plans stay far below, imports may not.
      for (const slice of sliceValues(ids)) {
        const rows = await db
          .selectFrom('user')
          .select(['id', 'name', 'login_name', 'ticket_no'])
          .where('school_id', '=', schoolId)
          .where('sits', '=', 1)
          .where('id', 'in', slice)
          .execute();
        for (const row of rows) examUsers.push({ id: row.id, name: row.name, loginName: row.login_name, ticketNo: row.ticket_no ?? '' });
      }
      return examUsers;
    },
  };
}
