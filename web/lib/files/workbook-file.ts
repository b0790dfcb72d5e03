import type { WorkbookLimits, WorkbookProblem, WorkbookSheet } from '../../../sync/spreadsheet/workbook.ts';

const mb = 1024 * 1024;
/**
 * Limits of a spreadsheet that the browser reads. `ratio`: highest allowed unpacked size relative to the packed size, checked from `ratioFromBytes`
 * on.
 */
export const workbookFileLimits = { fileMb: 10, unpackedMb: 48, files: 1000, ratio: 250, ratioFromBytes: 4 * mb } as const;

export interface WorkbookTask {
  readonly file: File;
  readonly limits: WorkbookLimits;
}

/** Reads every sheet of a file in a worker, at most `maxRows` rows each. The worker's code is loaded with the first file. */
export function readWorkbookFile(file: File, maxRows: number): Promise<readonly WorkbookSheet[] | WorkbookProblem> {
  const limits = { ...workbookFileLimits, rows: maxRows };
  if (file.size > limits.fileMb * mb) return Promise.resolve({ kind: 'tooLarge', limitMb: limits.fileMb });
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<readonly WorkbookSheet[] | WorkbookProblem>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<readonly WorkbookSheet[] | WorkbookProblem>) => resolve(data);
    worker.onerror = (event) => resolve({ kind: 'damaged', cause: event.message });
    worker.postMessage({ file, limits } satisfies WorkbookTask);
  }).finally(() => worker.terminate());
}
