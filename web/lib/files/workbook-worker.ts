import '../old-browsers.ts';
import { readWorkbook } from '../../../sync/spreadsheet/workbook-read.ts';
import type { WorkbookTask } from './workbook-file.ts';

/** Reads a spreadsheet in a worker. A file that was deleted meanwhile counts as damaged. */
self.onmessage = async ({ data: { file, limits } }: MessageEvent<WorkbookTask>) => {
  const bytes = await file.arrayBuffer().catch(() => null);
  self.postMessage(bytes === null ? { kind: 'damaged', cause: '' } : readWorkbook(new Uint8Array(bytes), limits));
};
