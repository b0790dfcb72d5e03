import type { SourceFault } from '../mutants/source-fault.ts';

/** A fault in the real code that the simulation must find. It is planted while the module is loaded. */
export interface Mutant extends SourceFault {
  /** Seed of the first simulated run in which the fault is looked for; 1 if it is missing. */
  readonly from?: number;
  /** Number of seeds within which the fault must be found. */
  readonly within: number;
  /** Seed of a simulated run that found the fault before. It runs first: if it finds the fault again, the other seeds need not run. */
  readonly caughtBy?: number;
}
