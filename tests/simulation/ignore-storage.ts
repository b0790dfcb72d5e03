import { StorageFault } from '../../sync/engine/ports.ts';

/** Ignores the error of a full disk, which the product shows to the examinee. Any other error is a bug and fails the simulated run. */
export function ignoreStorageFault(fault: unknown): undefined {
  if (fault instanceof StorageFault) return undefined;
  throw fault;
}
