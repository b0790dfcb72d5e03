import { i18n } from '../../lib/i18n.ts';
import type { WorkbookProblem } from '../../../sync/spreadsheet/workbook.ts';

/** Returns the message why a spreadsheet cannot be read, and the remedy. */
export function formatWorkbookProblem(problem: WorkbookProblem): string {
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
