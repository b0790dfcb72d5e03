import { hasRowRight, getRowRelation, type RowAction, type RowAccess, rowActions } from '../../../sync/contract/row-rights.ts';
import { type OwnedRow, type createRowOwnerStore, type Viewer } from '../../db/row-owner-store.ts';
import { refuse } from '../handler.ts';
import { httpMessages } from '../http-messages.ts';

type Owners = ReturnType<typeof createRowOwnerStore>;

/** Checks access to the rows that a call names, before its handler runs, and refuses the call without it. */
export type CheckRowAccess = (claims: readonly RowAccess[], input: unknown, caller: Viewer) => Promise<void>;

/**
 * Answers "not found" for a row that the caller may not read, and "forbidden" for one that the caller may read but not use in this way. Missing rows,
 * and rows that belong to no school (questions of the certified bank, shared by all schools), are left to the handlers, which have better messages.
 */
export function createRowAccessCheck(owners: Owners): CheckRowAccess {
  return async (claims, input, caller) => {
    for (const { of, act, at } of claims) {
      const ids = readIds(input, at.split('.'));
      if (ids.length === 0) continue;
      let isForbidden = false;
      for (const row of await owners.rows(of, ids, caller)) {
        if (row.schoolId === null || canAccessRow(row, caller, act)) continue;
        if (!canAccessRow(row, caller, 'read')) refuse('notFound', httpMessages.noSuchRow(of));
        isForbidden = true;
      }
      if (isForbidden) refuse('forbidden', httpMessages.notYours(of));
    }
  };
}

const canAccessRow = (row: OwnedRow, caller: Viewer, act: RowAction): boolean =>
  row.schoolId === caller.schoolId && hasRowRight(row.kind, getRowRelation(caller.userType, row), act);

/** Returns everything that the caller may do with one row. */
export async function listRowActions(owners: Owners, of: RowAccess['of'], id: number, caller: Viewer): Promise<RowAction[]> {
  const [row] = await owners.rows(of, [id], caller);
  return row ? rowActions.filter((act) => canAccessRow(row, caller, act)) : [];
}

/** Reads the ids at a path of an input; the step `*` stands for every entry of a list. */
function readIds(value: unknown, [step, ...rest]: readonly string[]): number[] {
  if (step === undefined) return typeof value === 'number' ? [value] : [];
  if (step === '*') return Array.isArray(value) ? value.flatMap((each) => readIds(each, rest)) : [];
  return typeof value === 'object' && value !== null ? readIds((value as Record<string, unknown>)[step], rest) : [];
}
