import type { ReportFault } from '../../sync/engine/faults.ts';
import { reportFault } from './api/fault-report.ts';

/**
 * Logs an unexpected error of the sync engine and reports it to the server. The reporting code is imported statically, because on a full disk a page
 * loads no further file from the browser's cache.
 */
export const reportEngineFault: ReportFault = (error, where) => {
  console.error(`engine fault (${where})`, error);
  reportFault(error, where);
};
