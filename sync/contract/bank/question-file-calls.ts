import { z } from 'zod';
import { questionBanks, questionStatus } from '../codes.ts';
import { newCategoryPath } from './category.ts';
import { questionBody } from './question-body.ts';
import {
  exportFormats,
  importedQuestionDraft,
  maxQuestionFileBytes,
  maxQuestionFileRows,
  questionFormats,
  questionSheetFields,
} from './question-file.ts';
import { professionLevel } from '../people/profession.ts';
import { id, listInput, boundedRecord } from '../scalars.ts';

const remark = z.object({
  /** Field of the draft (`importedQuestionDraft`) that the remark is about: "stem", "options.1", "answer"; '' for the whole row. */
  field: z.string(),
  reason: z.string(),
});

const row = z.int().min(1);
/** Most columns that an import may map to fields. */
const mostSheetColumns = 500;

export const questionImportRow = z.object({
  /** Number of the row, from 1: row of a sheet, line of a text, or number of an item. */
  row,
  /** Place of the row beyond its number: name of the sheet, or path of the item; '' if the number suffices. */
  place: z.string(),
  /** The question that was read. Absent if an error keeps the row from being imported. */
  question: questionBody.optional(),
  /**
   * Content of the row, for correction; the client sends the corrected draft back in `fixes`. Every row has it, because a row without remarks may be
   * wrong as well.
   */
  draft: importedQuestionDraft,
  /** Errors in this row that keep it from being imported. */
  faults: z.array(remark),
  /** Remarks on a row that can be imported but was repaired or is doubtful. A warning names the repair. */
  warnings: z.array(remark),
});

/** Values for those imported questions that do not state these fields themselves. */
const classification = {
  category: newCategoryPath.default(''),
  profId: id.nullable().default(null),
  tradeId: id.nullable().default(null),
  level: professionLevel.nullable().default(null),
};
/** Question bank to import into. If absent: the certified bank, shared by all schools, for its maintainers; the school's own for other users. */
const bank = z.enum(questionBanks).optional();

const importFile = z.object({
  fileName: z.string().trim().min(1).max(200),
  /** Contents of the file in base64. */
  content: z
    .string()
    .min(1)
    .max(Math.ceil(maxQuestionFileBytes / 3) * 4),
  /** If absent, the format is detected from the contents. */
  format: z.enum(questionFormats).optional(),
  ...classification,
  bank,
  /** Rows corrected by the user, used in place of the file's rows. */
  fixes: z
    .array(z.object({ row, draft: importedQuestionDraft }))
    .max(maxQuestionFileRows)
    .default([]),
  /** Rows that the user left out. */
  drop: z.array(row).max(maxQuestionFileRows).default([]),
  /**
   * Mapping of spreadsheet columns by the user: heading → field, '' to ignore the column. Other columns are recognised by their heading.
   */
  columns: boundedRecord(z.string().max(200), z.enum(['', ...questionSheetFields]), mostSheetColumns).default({}),
});

/** A row that duplicates a question of the bank or an earlier row of the file. */
const duplicate = z.object({
  row,
  /** `same`: stem and options equal those of the original. `near`: they are nearly equal. */
  kind: z.enum(['same', 'near']),
  /** Row of the original; null if it is in the bank. */
  ofRow: row.nullable(),
  /** Id of the original in the bank; null if it is in the file. */
  ofId: id.nullable(),
  of: z.string(),
  /** Beginning of the original's text; '' for `same`, and for a question of the bank that the user may not read. */
  text: z.string(),
});

const maxBytes = Math.ceil((maxQuestionFileBytes * 4) / 3) + 8 * 1024 * 1024;
const staff = ['school', 'teacher', 'question', 'admin'] as const;

/** Calls for importing and exporting question files; part of `questionCalls`. */
export const questionFileCalls = {
  importPreview: {
    summary: 'Read a question file and say what is in it, row by row; writes nothing',
    input: importFile,
    output: z.object({
      format: z.enum(questionFormats),
      /** Remarks about the whole file, not about one row. */
      notes: z.array(z.string()),
      rows: z.array(questionImportRow),
      duplicates: z.array(duplicate),
      /** Pictures of the file, which are not stored yet. The page shows `data` where a text refers to `url`. */
      pictures: z.array(z.object({ url: z.string(), data: z.string() })),
      /** Headings of a spreadsheet, with the field each was read as; '' for an ignored column. */
      columns: z.array(z.object({ name: z.string(), field: z.string() })),
    }),
    access: staff,
    errors: ['forbidden', 'refused'],
    changes: false,
    maxBytes,
  },
  importCheck: {
    summary: 'One row of a previewed file as somebody mended it, judged as an import would; writes nothing',
    input: z.object({ ...classification, bank, row, draft: importedQuestionDraft }),
    output: z.object({ row: questionImportRow, duplicates: z.array(duplicate) }),
    access: staff,
    errors: ['forbidden'],
    changes: false,
  },
  import: {
    summary: 'Import a question file in the background, in one transaction: the good rows, or all or none. The job says how it went',
    input: importFile.extend({
      mode: z.enum(['good', 'all']),
      skipDuplicates: z.boolean(),
      /**
       * False to leave out doubtful rows, which have warnings; by default they are imported. A row that the user corrected does not count as
       * doubtful.
       */
      doubtful: z.boolean().optional(),
      /** Status of the imported questions. If absent, they get the status that a submitted question gets (`getSubmittedStatus`). */
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

/** Defines the export call. `filter`: the filter of the list. */
export const defineQuestionExportCall = <F extends z.ZodType>(filter: F) =>
  ({
    summary: 'The questions of a filtered list as a file that an import reads again unchanged',
    input: listInput(filter)
      .pick({ sort: true, filter: true })
      .extend({ format: z.enum(exportFormats), ids: z.array(id).max(maxQuestionFileRows).optional() }),
    output: z.object({
      fileName: z.string(),
      mime: z.string(),
      count: z.int(),
      /**
       * Number of exported questions that only Moodle reads correctly: ordering questions in GIFT use Moodle's own notation, which other programs
       * misread.
       */
      onlyMoodle: z.int(),
      content: z.string(),
    }),
    access: staff,
    rows: [{ of: 'question', act: 'keys', at: 'ids.*' }],
    errors: ['forbidden', 'refused', 'notFound'],
    changes: false,
  }) as const;
