import type { FieldFault } from '../../../sync/contract/errors.ts';

/** The fault of a field or of anything in it ("options.1" finds "options.1.html"); `only`: of the field itself. */
export type FaultAt = (path: string, only?: boolean) => string | undefined;

export const faultsAt =
  (faults: readonly FieldFault[]): FaultAt =>
  (path, only = false) =>
    faults.find((fault) => fault.path === path || (!only && fault.path.startsWith(`${path}.`)))?.message;
