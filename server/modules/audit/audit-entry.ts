import { userTypes, type UserType } from '../../../sync/contract/roles.ts';
import type { AuditRecord } from '../../http/audit-port.ts';
import type { Person } from '../user/user-reads.ts';
import type { UnhashedRow } from './audit-chain.ts';
import { changedFields, redact } from './audit-redact.ts';

export type NewEntry = Omit<UnhashedRow, 'seq'>;

/** What `detail` holds. */
export interface AuditDetail {
  /** What the thing is called, where the rest doesn't say. */
  readonly name?: string;
  readonly input?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Refusals of this address that were left out before this one. */
  readonly leftOut?: number;
}

/** Super admins and system users stand above the schools: what they do belongs to none, unless it says to which. */
const isAbove = (type: number | null): boolean =>
  type !== null && userTypes[type as UserType].roles.some((role) => role === 'admin' || role === 'system');

/** A record as the log keeps it. `person`: who is behind the record's user id. */
export function toEntry(record: AuditRecord, person: Person | undefined, atMs: number, leftOut: number): NewEntry {
  const { caller, change } = record;
  const userType = caller?.userType ?? person?.userType ?? null;
  const ownSchool = caller?.schoolId ?? person?.schoolId ?? null;
  const detail: AuditDetail = {
    ...(change?.name !== undefined && { name: change.name.slice(0, longestName) }),
    ...(hasFields(record.input) && { input: redact(record.input) }),
    ...(change && changedFields(change.before, change.after)),
    ...(leftOut > 0 && { leftOut }),
  };
  return {
    at_ms: atMs,
    school_id: change?.schoolId !== undefined ? change.schoolId : isAbove(userType) ? null : ownSchool,
    user_id: userIdOf(record),
    user_name: person?.name ?? '',
    login_name: person?.loginName ?? change?.claimedName ?? '',
    user_type: userType,
    call: record.call,
    entity: change?.entity ?? '',
    entity_id: change?.id === null || change?.id === undefined ? '' : String(change.id),
    code: record.code,
    ip: record.ip,
    agent: shortAgent(record.agent),
    detail: JSON.stringify(detail),
  };
}

export const userIdOf = ({ caller, change }: AuditRecord): number | null => caller?.userId ?? change?.byUserId ?? null;

const longestName = 120;

const hasFields = (input: unknown): boolean => typeof input === 'object' && input !== null && Object.keys(input).length > 0;

/** "Chrome/141 · Windows NT 10.0": which browser on which system, without the historical names every browser claims. */
export function shortAgent(agent: string): string {
  const browser = /(?:Edg|OPR|Firefox|Chrome|Version)\/\d+/.exec(agent.replace(/Chrome\/\d+.*(Edg|OPR)/, '$1'))?.[0];
  const system = /Windows NT [\d.]+|Android [\d.]+|iPhone|iPad|Mac OS X|Linux/.exec(agent)?.[0];
  const short = browser ? [browser.replace('Version', 'Safari'), system].filter(Boolean).join(' · ') : agent;
  return short.slice(0, 80);
}

/** What the thing of an entry is called, as far as the entry tells; '' where it doesn't. What it is called now comes before what it was. */
export function entityName({ name, input, before, after }: AuditDetail): string {
  for (const from of [{ name }, after, before, input]) {
    if (typeof from !== 'object' || from === null) continue;
    const { name: own, title } = from as { readonly name?: unknown; readonly title?: unknown };
    if (typeof own === 'string' && own !== '') return own;
    if (typeof title === 'string' && title !== '') return title;
  }
  return '';
}
