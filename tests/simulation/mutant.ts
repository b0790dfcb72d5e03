/**
 * Faults put into the real code, to see that the simulation would find them. Each is one replacement in one module's source,
 * made while it is loaded; the text it replaces must be there exactly once, or the run fails.
 */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
  /** The first of the histories; 1 without it. */
  readonly from?: number;
  /** Histories within which it must be caught. */
  readonly within: number;
  /** The history that caught it when somebody last looked, tried first: where it still does, the others need not run. */
  readonly caughtBy?: number;
}
