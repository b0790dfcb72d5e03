import '../../lib/old-browsers.ts';
import writeExcelFile, { type SheetData } from 'write-excel-file/browser';
import { computeColumnWidths, type SpreadsheetData, toWriterRow } from './sheet-cells.ts';

/** Writes a spreadsheet in a worker: twenty thousand rows take seconds and would block the page. */
self.onmessage = async ({ data: sheet }: MessageEvent<SpreadsheetData>) => {
  const header = sheet.header.map((title) => ({ value: title, fontWeight: 'bold' as const }));
  const rows: SheetData = sheet.rows.map((row) => toWriterRow(row, sheet.dayColumns));
  try {
    const blob = await writeExcelFile([header, ...rows], {
      sheet: sheet.name,
      columns: computeColumnWidths(sheet).map((width) => ({ width })),
      stickyRowsCount: 1,
    }).toBlob();
    self.postMessage({ blob });
  } catch (error) {
    self.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
};
