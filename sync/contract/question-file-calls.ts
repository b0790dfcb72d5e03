import { z } from 'zod';
import { questionBanks, questionStatus } from './codes.ts';
import { givenCategory } from './category.ts';
import { questionBody } from './question-body.ts';
import { exportFormats, questionDraft, questionFileMaxBytes, questionFileMaxRows, questionFormats, sheetFields } from './question-file.ts';
import { professionLevel } from './prof.ts';
import { id, listInput, recordOf } from './scalars.ts';

const remark = z.object({
  /** A field of `questionDraft`: "stem", "options.1", "answer"; '' for the whole row. */
  field: z.string(),
  reason: z.string(),
});

const row = z.int().min(1);
/** Greatest number of columns that an import may map to fields. */
const mostSheetColumns = 500;

export const importRow = z.object({
  /** From 1: row of a sheet, line of a text, number of an item. */
  row,
  /** Where else to look: the sheet, the item's path; '' where the row says it all. */
  place: z.string(),
  /** Missing where the row has a fault that keeps it out. */
  question: questionBody.optional(),
  /** What stands there, to be mended and sent back in `fixes`: a row nothing is said about may be wrong as well. */
  draft: questionDraft,
  /** Keep the row out. */
  faults: z.array(remark),
  /** Repaired or doubtful, but importable: the reader is told what was done. */
  warnings: z.array(remark),
});

/** Where questions belong that say nothing themselves. */
const filing = {
  category: givenCategory.default(''),
  profId: id.nullable().default(null),
  tradeId: id.nullable().default(null),
  level: professionLevel.nullable().default(null),
};
/** Without one: the certified bank for those who keep it, the school's own for the others. */
const bank = z.enum(questionBanks).optional();

const importFile = z.object({
  fileName: z.string().trim().min(1).max(200),
  /** The file, base64. */
  content: z
    .string()
    .min(1)
    .max(Math.ceil(questionFileMaxBytes / 3) * 4),
  /** Told by the file's content where nothing is said. */
  format: z.enum(questionFormats).optional(),
  ...filing,
  bank,
  /** Rows as somebody mended them, instead of what the file says. */
  fixes: z
    .array(z.object({ row, draft: questionDraft }))
    .max(questionFileMaxRows)
    .default([]),
  /** Rows somebody left out. */
  drop: z.array(row).max(questionFileMaxRows).default([]),
  /** Columns of a spreadsheet as somebody mapped them: a heading → a field, '' to leave it out. The others are told by their names. */
  columns: recordOf(z.string().max(200), z.enum(['', ...sheetFields]), mostSheetColumns).default({}),
});

/** What the bank, or an earlier row of the file, has already. */
const duplicate = z.object({
  row,
  /** The same stem and options; or nearly so. */
  kind: z.enum(['same', 'near']),
  /** Null: of the bank. */
  ofRow: row.nullable(),
  /** The bank's question; null: of the file. */
  ofId: id.nullable(),
  of: z.string(),
  /** The beginning of the other one; '' where it is the same. */
  text: z.string(),
});

const maxBytes = Math.ceil((questionFileMaxBytes * 4) / 3) + 8 * 1024 * 1024;
const staff = ['school', 'teacher', 'question', 'admin'] as const;

/** Files of questions: looked at, taken in, taken out. Part of `questionCalls`. */
export const questionFileCalls = {
  importPreview: {
    summary: 'Read a question file and say what is in it, row by row; writes nothing',
    input: importFile,
    output: z.object({
      format: z.enum(questionFormats),
      /** Of the whole file. */
      notes: z.array(z.string()),
      rows: z.array(importRow),
      duplicates: z.array(duplicate),
      /** Pictures of the file, kept nowhere yet: what to show for their addresses. */
      pictures: z.array(z.object({ url: z.string(), data: z.string() })),
      /** Of a spreadsheet: its headings, and the field each was read as; '' for one that was left out. */
      columns: z.array(z.object({ name: z.string(), field: z.string() })),
    }),
    access: staff,
    errors: ['forbidden', 'refused'],
    changes: false,
    maxBytes,
  },
  importCheck: {
    summary: 'One row of a previewed file as somebody mended it, judged as an import would; writes nothing',
    input: z.object({ ...filing, bank, row, draft: questionDraft }),
    output: z.object({ row: importRow, duplicates: z.array(duplicate) }),
    access: staff,
    errors: ['forbidden'],
    changes: false,
  },
  import: {
    summary: 'Import a question file in the background, in one transaction: the good rows, or all or none. The job says how it went',
    input: importFile.extend({
      mode: z.enum(['good', 'all']),
      skipDuplicates: z.boolean(),
      /** Rows in doubt, that something is to be said of: they are taken unless this says no. One that somebody mended was looked at, and is in doubt no more. */
      doubtful: z.boolean().optional(),
      /** Left out: handed in, by the same rule as `add` with `submit` (`handedIn`). */
      status: z.literal(questionStatus.draft).optional(),
    }),
    output: z.object({ jobId: id }),
    access: staff,
    makes: 'question',
    errors: ['forbidden', 'refused'],
    changes: true,
    once: true,
    maxBytes,
  },
  importTemplate: {
    summary: 'Our spreadsheet to fill in, with the sheets that explain it',
    input: z.object({}),
    output: z.object({ fileName: z.string(), mime: z.string(), content: z.string() }),
    access: staff,
    errors: [],
    changes: false,
  },
} as const;

/** `filter` is the list's own. */
export const exportCall = <F extends z.ZodType>(filter: F) =>
  ({
    summary: 'The questions of a filtered list as a file that an import reads again unchanged',
    input: listInput(filter)
      .pick({ sort: true, filter: true })
      .extend({ format: z.enum(exportFormats), ids: z.array(id).max(questionFileMaxRows).optional() }),
    output: z.object({ fileName: z.string(), mime: z.string(), count: z.int(), content: z.string() }),
    access: staff,
    rows: [{ of: 'question', act: 'keys', at: 'ids.*' }],
    errors: ['forbidden', 'refused', 'notFound'],
    changes: false,
  }) as const;
