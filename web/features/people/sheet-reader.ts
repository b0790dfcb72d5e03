import { readSheet } from 'read-excel-file/web-worker';

/** Reads a spreadsheet beside the page: every cell as the text it shows. The library comes with this worker. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  try {
    const rows = await readSheet(file);
    self.postMessage({
      rows: rows.map((row) =>
        row.map((cell) => (cell === null ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell))),
      ),
    });
  } catch (error) {
    self.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
};
