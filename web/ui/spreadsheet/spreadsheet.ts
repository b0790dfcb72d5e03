import type { SpreadsheetData } from './sheet-cells.ts';

/** Writes the sheet to an .xlsx file in a worker. The library is loaded with the worker, at the first export. */
export function writeSheet(sheet: SpreadsheetData, signal: AbortSignal): Promise<Blob> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.onmessage = ({ data }: MessageEvent<{ blob: Blob } | { problem: string }>) =>
      'blob' in data ? resolve(data.blob) : reject(new Error(data.problem));
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(sheet);
  }).finally(() => worker.terminate());
}
