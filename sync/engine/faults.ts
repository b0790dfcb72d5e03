import type { EnginePart } from '../contract/platform/fault-report.ts';
import { NetworkFault, StorageFault } from './ports.ts';

/**
 * Port that takes an error which the engine survives but does not expect. The browser logs, counts and reports it; tests and the simulation
 * fail on it. `where`: the part of the engine that met it.
 */
export interface ReportFault {
  (error: unknown, where: EnginePart): void;
}

const isBug = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;

/**
 * Returns undefined for an outcome that the engine expects: a disk that refuses or a closed database (`StorageFault`), a server that cannot be
 * reached (`NetworkFault`), an aborted request. Returns any other error. A bug inside a store arrives as the cause of a `StorageFault` and is
 * returned as well.
 */
function findUnexpectedError(error: unknown): unknown {
  if (error instanceof StorageFault) return isBug(error.cause) ? error.cause : undefined;
  if (error instanceof NetworkFault) return undefined;
  return error instanceof Error && error.name === 'AbortError' ? undefined : error;
}

/** Builds a handler for `catch` that passes an unexpected error to `onFault`. Every `catch` of the engine that does not throw again uses it. */
export const createFaultReporter =
  (onFault: ReportFault, where: EnginePart) =>
  (error: unknown): undefined => {
    const unexpected = findUnexpectedError(error);
    if (unexpected !== undefined) onFault(unexpected, where);
    return undefined;
  };
