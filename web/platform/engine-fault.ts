import type { OnFault } from '../../sync/engine/faults.ts';
import { tellFault } from './fault-report.ts';

/**
 * Logs an unexpected error of the engine and reports it to the server. The report is part of the engine's own code, because on a full disk a page
 * must load nothing more from the browser's cache.
 */
export const onFault: OnFault = (error, where) => {
  console.error(`engine fault (${where})`, error);
  tellFault(error, where);
};
