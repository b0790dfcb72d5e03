import { useRef, useState } from 'react';
import type { WorkbookSheet, WorkbookProblem } from '../../../sync/spreadsheet/workbook.ts';
import { readWorkbookFile } from '../../lib/files/workbook-file.ts';
import { i18n } from '../../lib/i18n.ts';

/** A row of an imported list, with its cells by column. */
export interface ImportRow {
  readonly row: number;
  /** Sheet name, if the list comes from several sheets. */
  readonly sheet?: string | undefined;
  readonly cells: Readonly<Partial<Record<string, string>>>;
}
interface ImportedList<R = ImportRow> {
  readonly rows: readonly R[];
}

/** Describes how a list is found in a file. `C`: type of the user's choices, which may change how the list is read. */
interface ListReader<C, B extends ImportedList<unknown>> {
  /** Maximum number of rows of a list. Up to twice as many rows of a sheet are read, so that the error message can state their number. */
  readonly maxRows: number;
  /** Finds the list in the sheets. Returns null if no sheet has its headings. */
  readonly read: (sheets: readonly WorkbookSheet[], choice: C) => B | null;
  readonly noHeading: string;
}

/** Reads every sheet of a file, at most `maxRows` rows each. Throws an `Error` with a message for the user if the file cannot be read. */
export async function readSheetsOfFile(file: File, maxRows: number): Promise<readonly WorkbookSheet[]> {
  const sheets = await readWorkbookFile(file, maxRows);
  if ('kind' in sheets) throw new Error(formatWorkbookProblem(sheets));
  return sheets;
}

function findList<C, B extends ImportedList<unknown>>(
  sheets: readonly WorkbookSheet[],
  choice: C,
  { maxRows, read, noHeading }: ListReader<C, B>,
): B {
  const t = i18n.of('workbook');
  const list = read(sheets, choice);
  if (list === null) throw new Error(noHeading);
  const count = list.rows.length;
  if (count === 0) throw new Error(t('noRows'));
  if (count > maxRows) throw new Error(t('tooLong', { max: maxRows, count }));
  return list;
}

/** Reads the list of a file. Throws an `Error` with a message for the user if the file has no such list. */
export const readListFile = async <B extends ImportedList<unknown>>(file: File, reader: ListReader<undefined, B>): Promise<B> =>
  findList(await readSheetsOfFile(file, 2 * reader.maxRows), undefined, reader);

/** Tells whether two parts of an import belong to the same row of the file. */
export const isSameRow = (one: Omit<ImportRow, 'cells' | 'row'> & { row: number | null }, other: Omit<ImportRow, 'cells'>): boolean =>
  one.row === other.row && one.sheet === other.sheet;

/** Returns the list with corrected cells; of two corrections of a cell, the later one counts. The file is not changed. */
export const applyCorrections = <B extends ImportedList>(list: B, corrections: readonly ImportRow[]): B => ({
  ...list,
  rows: list.rows.map((row) =>
    corrections.reduce((now, each) => (isSameRow(each, now) ? { ...now, cells: { ...now.cells, ...each.cells } } : now), row),
  ),
});

/**
 * Imports a list from a spreadsheet: read in the browser, checked by the server (`check`), corrected on the page and checked again. The page
 * writes it with a call of its own. `first`: choices that the page begins with.
 */
export function useSheetImport<C, B extends ImportedList, P>(
  first: C,
  reader: ListReader<C, B> & { readonly check: (list: B, choice: C) => Promise<P> },
) {
  const [choice, setChoice] = useState(first);
  const [fileName, setFileName] = useState<string | null>(null);
  const [checked, setChecked] = useState<{ list: B; choice: C; preview: P } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState<'idle' | 'reading' | 'checking'>('idle');
  // The user may choose a file while another step of the import is running, so the newest values are stored in a ref and not read from the render.
  const now = useRef({ choice: first, sheets: null as readonly WorkbookSheet[] | null, corrections: [] as ImportRow[], runs: 0 });
  /** Returns false if this run failed. */
  const run = async (file: File | null): Promise<boolean> => {
    const turn = (now.current.runs += 1);
    const isNewest = () => turn === now.current.runs;
    setProblem(null);
    try {
      if (file !== null) {
        setStep('reading');
        const sheets = await readSheetsOfFile(file, 2 * reader.maxRows);
        if (!isNewest()) return true;
        now.current.sheets = sheets;
        setFileName(file.name);
      }
      const { sheets, choice: sheetChoice, corrections } = now.current;
      if (sheets === null) return true;
      setStep('checking');
      const list = applyCorrections(findList(sheets, sheetChoice, reader), corrections);
      const preview = await reader.check(list, sheetChoice);
      if (isNewest()) setChecked({ list, choice: sheetChoice, preview });
      return true;
    } catch (error) {
      if (isNewest()) setProblem((error as Error).message);
      return false;
    } finally {
      if (isNewest()) setStep('idle');
    }
  };
  const clear = () => {
    Object.assign(now.current, { sheets: null, corrections: [] });
    setFileName(null);
    setChecked(null);
    setProblem(null);
  };
  return {
    choice,
    /** Name of the file that was read; null if there is none. */
    fileName,
    /** The list with its preview, and the choices that it was checked with. Null until the first check is answered. */
    checked,
    problem,
    setProblem,
    step,
    clear,
    take: (file: File): void => {
      clear();
      void run(file);
    },
    /** Changes the choices, and checks the file again. */
    choose: (next: C): void => {
      now.current.choice = next;
      setChoice(next);
      setChecked(null);
      if (now.current.sheets !== null) void run(null);
    },
    /** Corrects cells of a row, and checks the list again. If that fails, the correction is undone, because the page still shows and imports the list before it. */
    correct: async (row: ImportRow): Promise<void> => {
      now.current.corrections = [...now.current.corrections, row];
      if (!(await run(null))) now.current.corrections = now.current.corrections.filter((each) => each !== row);
    },
  };
}

/** Returns the message why a spreadsheet cannot be read, and the remedy. */
function formatWorkbookProblem(problem: WorkbookProblem): string {
  const t = i18n.of('workbook');
  switch (problem.kind) {
    case 'tooLarge':
      return t('tooLarge', { limitMb: problem.limitMb });
    case 'tooManyRows':
      return t('tooManyRows', { sheet: problem.sheet, limit: problem.limit });
    case 'tooManyEmptyRows':
      return t('tooManyEmptyRows', { sheet: problem.sheet, row: problem.row, limit: problem.limit });
    case 'notXlsx':
    case 'oldXls':
    case 'noSheet':
    case 'damaged':
    case 'encrypted':
      return t(problem.kind);
    case 'doctype':
    case 'tooManyFiles':
    case 'bomb':
    case 'path':
      return t('strange');
  }
}
