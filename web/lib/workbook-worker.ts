import { readWorkbook } from '../../sync/workbook/workbook-read.ts';
import type { WorkbookTask } from './workbook-file.ts';

/** Reads a spreadsheet beside the page. A file that is gone by then can't be read either. */
self.onmessage = async ({ data: { file, limits } }: MessageEvent<WorkbookTask>) => {
  const bytes = await file.arrayBuffer().catch(() => null);
  self.postMessage(bytes === null ? { kind: 'damaged', why: '' } : readWorkbook(new Uint8Array(bytes), limits));
};
