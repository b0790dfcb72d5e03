import type { TextsLike } from '../../lib/texts.ts';
import type { workbookTexts } from './workbook-texts.ts';

export const workbookEnTexts = {
  workbook: {
    notXlsx: 'This is not an .xlsx or .csv file. Save it as an Excel workbook (.xlsx) first.',
    oldXls: 'This is an old .xls file or has a password. Remove the password and save the file as .xlsx.',
    encrypted: 'The file has a password. Remove it, save the file and try again.',
    damaged: 'The file is damaged and cannot be read. Save it again and retry.',
    noSheet: 'The file has no worksheet.',
    tooLarge: 'The file contains more than {{limitMb}} MB. Check that it is the right file, or remove its pictures and try again.',
    tooManyRows: 'The sheet "{{sheet}}" has more than {{limit}} {{limit|row|rows}}. Split it into several files.',
    tooManyEmptyRows:
      'The sheet "{{sheet}}" extends to row {{row}} and has more than {{limit}} empty {{limit|row|rows}}. Select all rows below the last one with content, delete them, save the file and upload it again.',
    strange: 'The file contains unexpected data and was not read, for safety. Save it again as .xlsx in Excel or WPS and try again.',
  },
  sheetImport: {
    noRows: 'This file has no data rows.',
    tooLong: 'You can import at most {{max}} {{max|row|rows}} at once. This file has {{count}}.',
    good: 'Ready',
    faulty: 'With problems',
    importAll: 'Import all ({{count}})',
    importGood: 'Import the rows without problems ({{count}})',
    faults_one: '{{count}} problem to correct',
    faults_other: '{{count}} problems to correct',
    sheet: 'Sheet',
    row: 'Row',
    rowOf: 'Row {{row}}',
    column: 'Column',
    value: 'Value',
    reason: 'Reason',
    correct: 'Correct',
    checkAgain: 'Check again',
    cancel: 'Cancel',
  },
} satisfies TextsLike<typeof workbookTexts>;
