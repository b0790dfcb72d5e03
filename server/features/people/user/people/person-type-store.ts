import type { Transaction } from 'kysely';
import type { UserType } from '../../../../../sync/contract/roles.ts';
import { extraRolesByType } from '../../../../../sync/contract/people/user-rights.ts';
import type { Database } from '../../../../db/schema.ts';
import { createApiTokenStore } from '../sign-in/api-token-store.ts';
import type { PersonRecord } from './people-store.ts';
import { findTakenFields, type TakenField } from './person-claims-store.ts';
import { writePersonVersion } from './person-version-store.ts';
import type { Editor } from '../../../../db/change-note-store.ts';

/** Adapts class and extra roles to a new type: only students and examinees have a class, and each type has its own extra roles. */
export function adaptToUserType(person: PersonRecord, type: UserType) {
  const carried = extraRolesByType[type] ?? [];
  const extra = (JSON.parse(person.extra_roles) as typeof carried).filter((role) => carried.includes(role));
  return { user_type: type, class_id: type === 7 || type === 8 ? person.class_id : null, extra_roles: JSON.stringify(extra) };
}

/**
 * Changes a person's type and ends all sessions and API tokens, whose permissions came from the old type. Returns the fields that other people already use, if any.
 * The caller has checked the version of `before`.
 */
export async function setPersonType(
  tx: Transaction<Database>,
  before: PersonRecord,
  type: UserType,
  actor: Editor,
): Promise<{ version: number } | readonly TakenField[]> {
  const next = adaptToUserType(before, type);
  const taken = await findTakenFields(tx, { ...before, ...next }, before.id);
  if (taken.length > 0) return taken;
  const fields = (Object.keys(next) as (keyof typeof next)[]).filter((field) => next[field] !== before[field]);
  const written = await writePersonVersion(tx, before, next, fields, actor);
  await tx.deleteFrom('session').where('user_id', '=', before.id).execute();
  await createApiTokenStore(tx).removeOf(before.id);
  return written;
}
