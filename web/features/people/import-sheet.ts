import { importColumns, type ImportColumn } from '../../../sync/contract/person.ts';
import { peopleTexts } from './people-texts.ts';

export interface SheetRow {
  readonly row: number;
  readonly cells: Partial<Record<ImportColumn, string>>;
}

const headings = new Map<string, ImportColumn>(
  importColumns.flatMap((column) =>
    (['zh-CN', 'en'] as const).map((language) => [peopleTexts[language].columns[column].toLowerCase(), column] as const),
  ),
);

/** The rows of a sheet by our names of its columns, whatever their order and language; null: no column of names. */
export function rowsOfSheet(sheet: readonly (readonly string[])[]): SheetRow[] | null {
  const columns = (sheet[0] ?? []).map((heading) =>
    headings.get(
      heading
        .replace(/[*＊\s]+$/u, '')
        .trim()
        .toLowerCase(),
    ),
  );
  if (!columns.includes('name')) return null;
  return sheet.slice(1).flatMap((line, at) => {
    const cells: Partial<Record<ImportColumn, string>> = {};
    for (const [index, column] of columns.entries()) {
      // An apostrophe in front is how spreadsheets say "this is text".
      const text = (line[index] ?? '').trim().replace(/^'/, '').slice(0, 500);
      if (column !== undefined && text !== '') cells[column] = text;
    }
    return Object.keys(cells).length === 0 ? [] : [{ row: at + 2, cells }];
  });
}

/** The file's first sheet, read in a worker. Rejects where it is no spreadsheet. */
export function readFile(file: File): Promise<string[][]> {
  const worker = new Worker(new URL('./sheet-reader.ts', import.meta.url), { type: 'module' });
  return new Promise<string[][]>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ rows: string[][] } | { problem: string }>) =>
      'rows' in data ? resolve(data.rows) : reject(new Error(data.problem));
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
