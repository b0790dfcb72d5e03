import '../../lib/old-browsers.ts';
import writeExcelFile from 'write-excel-file/browser';
import { columnFormats } from '../../../sync/spreadsheet/column-format.ts';
import { computeColumnWidths, type SpreadsheetData, toSheetName, toWriterRows } from './sheet-cells.ts';

/** Writes a spreadsheet in a worker: twenty thousand rows take seconds and would block the page. */
self.onmessage = async ({ data: sheet }: MessageEvent<SpreadsheetData>) => {
  try {
    const columns = computeColumnWidths(sheet).map((width) => ({ width }));
    const options = { sheet: toSheetName(sheet.name), columns, stickyRowsCount: 1 };
    const blob = await writeExcelFile(toWriterRows(sheet), options, { features: [columnFormats] }).toBlob();
    self.postMessage({ blob });
  } catch (error) {
    self.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
};
