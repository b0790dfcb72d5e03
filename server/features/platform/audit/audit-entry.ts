import { userTypes, type UserType } from '../../../../sync/contract/roles.ts';
import type { AuditRecord } from '../../../http/audit-port.ts';
import type { UserIdentity } from '../../people/user/user-reads.ts';
import type { UnhashedRow } from './audit-chain.ts';
import { pickChangedFields, redactForAudit } from './audit-redact.ts';

export type NewAuditEntry = Omit<UnhashedRow, 'seq' | 'chain_id'>;

/** Content of the column `detail` of an audit log entry. */
export interface AuditDetail {
  /** Name of the entity that was changed, if the other fields do not contain it. */
  readonly name?: string;
  readonly input?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Name of the API token by which the user called. */
  readonly via?: string;
  /** Number of refused calls from this address that were not logged before this entry. */
  readonly leftOut?: number;
}

/** Tells whether users of this type belong to no school (super admins and system users). Their entries have no school unless the record names one. */
const isAbove = (type: number | null): boolean =>
  type !== null && userTypes[type as UserType].roles.some((role) => role === 'admin' || role === 'system');

/** Converts a record to a log entry. `person`: the user with the record's user id. */
export function toAuditEntry(record: AuditRecord, person: UserIdentity | undefined, atMs: number, leftOut: number): NewAuditEntry {
  const { caller, change } = record;
  const userType = caller?.userType ?? person?.userType ?? null;
  const ownSchool = caller?.schoolId ?? person?.schoolId ?? null;
  const detail: AuditDetail = {
    ...(change?.name !== undefined && { name: change.name.slice(0, longestName) }),
    ...(hasFields(record.input) && { input: redactForAudit(record.input) }),
    ...(change && pickChangedFields(change.before, change.after)),
    ...(caller?.apiToken && { via: caller.apiToken.name }),
    ...(leftOut > 0 && { leftOut }),
  };
  return {
    at_ms: atMs,
    school_id: change?.schoolId !== undefined ? change.schoolId : isAbove(userType) ? null : ownSchool,
    user_id: getActingUserId(record),
    user_name: person?.name ?? '',
    login_name: person?.loginName ?? change?.claimedName ?? '',
    user_type: userType,
    call: record.call,
    entity: change?.entity ?? '',
    entity_id: change?.id === null || change?.id === undefined ? '' : String(change.id),
    code: record.code,
    ip: record.ip,
    agent: shortenUserAgent(record.agent),
    detail: JSON.stringify(detail),
  };
}

/** Returns the user who acted: the caller, or the user named by a change without a caller. */
export const getActingUserId = ({ caller, change }: AuditRecord): number | null => caller?.userId ?? change?.byUserId ?? null;

const longestName = 120;

const hasFields = (input: unknown): boolean => typeof input === 'object' && input !== null && Object.keys(input).length > 0;

/** Shortens a user agent to browser and system, such as "Chrome/141 · Windows NT 10.0". */
export function shortenUserAgent(agent: string): string {
  const browser = /(?:Edg|OPR|Firefox|Chrome|Version)\/\d+/.exec(agent.replace(/Chrome\/\d+.*(Edg|OPR)/, '$1'))?.[0];
  const system = /Windows NT [\d.]+|Android [\d.]+|iPhone|iPad|Mac OS X|Linux/.exec(agent)?.[0];
  const short = browser ? [browser.replace('Version', 'Safari'), system].filter(Boolean).join(' · ') : agent;
  return short.slice(0, 80);
}

/** Returns the name of the entity as far as the entry contains it, otherwise ''. The new name takes precedence over the old one. */
export function getEntityName({ name, input, before, after }: AuditDetail): string {
  for (const from of [{ name }, after, before, input]) {
    if (typeof from !== 'object' || from === null) continue;
    const { name: entityName, title } = from as { readonly name?: unknown; readonly title?: unknown };
    if (typeof entityName === 'string' && entityName !== '') return entityName;
    if (typeof title === 'string' && title !== '') return title;
  }
  return '';
}
