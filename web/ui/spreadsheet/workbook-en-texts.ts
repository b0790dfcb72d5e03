import type { TextsLike } from '../../lib/texts.ts';
import type { workbookTexts } from './workbook-texts.ts';

export const workbookEnTexts = {
  workbook: {
    notXlsx: 'This is neither an .xlsx nor a .csv file. Save it as an Excel workbook (.xlsx) first.',
    oldXls: 'This is an old .xls file, or one with a password. Take the password away and save it as .xlsx.',
    encrypted: 'The file has a password. Take it away, save, and try again.',
    damaged: 'The file is damaged and cannot be read. Save it again and retry.',
    noSheet: 'There is no sheet in this file.',
    tooLarge: 'The file holds more than {{limitMb}} MB. Check that it is the right one, or take its pictures out.',
    tooManyRows: 'The sheet "{{sheet}}" has more than {{limit}} rows. Split it into several files.',
    tooManyEmptyRows:
      'The sheet "{{sheet}}" goes on to row {{row}}, with more than {{limit}} empty rows. Select all rows below the last one with content, delete them, save and upload again.',
    strange: 'The file holds what no spreadsheet should and was not read, for safety. Save it anew as .xlsx and try again.',
  },
} satisfies TextsLike<typeof workbookTexts>;
