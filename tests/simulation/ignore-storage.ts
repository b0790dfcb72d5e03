import { StorageFault } from '../../sync/engine/ports.ts';

/** A full disk is told to the player; anything else is a bug and fails the history. */
export function ignoreStorage(fault: unknown): undefined {
  if (fault instanceof StorageFault) return undefined;
  throw fault;
}
