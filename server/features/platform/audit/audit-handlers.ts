import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { type Caller, type Handlers, refuse, type Message, say } from '../../../http/handler.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import type { AuditTableRow } from './audit-chain.ts';
import { type AuditDetail, getEntityName } from './audit-entry.ts';
import { auditSorts, createAuditStore } from './audit-store.ts';

const messages = {
  notFound: (): Message => say('没有这条操作记录', 'This entry does not exist in the audit log'),
};

export function createAuditHandlers({ db }: { readonly db: Kysely<Database> }): Handlers<'audit'> {
  const store = createAuditStore(db);
  return {
    async getList(input, { caller }) {
      const order = readListQuery(input, auditSorts, '-atMs');
      const { filter = {} } = input;
      const { items, total } = await store.list({ ...filter, schoolId: canSeeAll(caller) ? filter.schoolId : caller.schoolId }, order);
      return { items: items.map(toAuditRow), total };
    },

    async getById({ id }, { caller }) {
      const row = await store.byId(id, canSeeAll(caller) ? undefined : caller.schoolId);
      if (!row) refuse('notFound', messages.notFound());
      const { input, before, after, via = '', leftOut = 0 } = JSON.parse(row.detail) as AuditDetail;
      return {
        ...toAuditRow(row),
        agent: row.agent,
        input: input ?? null,
        before: before ?? null,
        after: after ?? null,
        via,
        leftOut,
        hash: row.hash,
      };
    },

    getKinds: (_input, { caller }) => store.kinds(canSeeAll(caller) ? undefined : caller.schoolId),
  };
}

const canSeeAll = (caller: Caller): boolean => caller.roles.some((role) => role === 'admin' || role === 'system' || role === 'db');

const toAuditRow = (row: AuditTableRow & { school_title: string | null }) => ({
  id: row.id,
  atMs: row.at_ms,
  schoolId: row.school_id,
  schoolTitle: row.school_title ?? '',
  userId: row.user_id,
  userName: row.user_name,
  loginName: row.login_name,
  userType: row.user_type,
  call: row.call,
  entity: row.entity,
  entityId: row.entity_id,
  entityName: getEntityName(JSON.parse(row.detail) as AuditDetail),
  code: row.code,
  ip: row.ip,
});
