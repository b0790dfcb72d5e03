import type { FieldError } from '../../../../sync/contract/errors.ts';

/** Returns the fault of a field or of any part ("options.1" finds "options.1.html"). `only`: ignore faults of parts. */
export type FindErrorAt = (path: string, only?: boolean) => string | undefined;

export const createErrorFinder =
  (faults: readonly FieldError[]): FindErrorAt =>
  (path, only = false) =>
    faults.find((fault) => fault.path === path || (!only && fault.path.startsWith(`${path}.`)))?.message;
