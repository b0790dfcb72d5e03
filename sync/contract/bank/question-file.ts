import { z } from 'zod';

/** Formats of question files. The server detects the format from the contents, and for plain-text formats also from the file's extension. */
export const questionFormats = ['excel', 'word', 'gift', 'moodle', 'qti', 'jsonl'] as const;
export type QuestionFormatId = (typeof questionFormats)[number];

/** Formats in which questions can be exported. Importing an exported file gives the same questions again. */
export const exportFormats = ['excel', 'word', 'gift', 'moodle', 'qti'] as const;
export type ExportFormatId = (typeof exportFormats)[number];

const createTextSchema = (max: number) => z.string().max(max).default('');

/**
 * A question of an imported file before validation: every field is text and may be missing or wrong. Users correct such rows in the import preview.
 * Stem, options, reference and analysis are HTML, as in `questionBody`. `left`, `answer`, `items` and `veto` are written as in the
 * spreadsheet template: "AC", 对, one blank a line.
 */
export const importedQuestionDraft = z.object({
  /** Name of the question's type (`questionTypeNames`), or the type as the file writes it if that is no known name; '' if there is none. */
  type: createTextSchema(40),
  /** Reading material shared by several questions. */
  material: createTextSchema(60_000),
  stem: createTextSchema(60_000),
  options: z.array(z.string().max(20_000)).max(20).default([]),
  /** Left items of a matching question, one a line: plain text, or HTML behind "[html]". */
  left: createTextSchema(60_000),
  answer: createTextSchema(20_000),
  reference: createTextSchema(60_000),
  items: createTextSchema(60_000),
  veto: createTextSchema(20_000),
  /** Maximum number of photos and documents that an examinee may attach to the answer; only for questions that markers mark. */
  files: createTextSchema(20),
  analysis: createTextSchema(60_000),
  difficulty: createTextSchema(20),
  uniformity: createTextSchema(20),
  category: createTextSchema(400),
  tags: createTextSchema(1000),
  source: createTextSchema(400),
  scoreHint: createTextSchema(20),
  level: createTextSchema(20),
  pointCode: createTextSchema(40),
  /** Id or code of a profession, or both: "12 6-31-01-03". For a trade: its id, its name, or both. */
  profId: createTextSchema(40),
  tradeId: createTextSchema(100),
});
export type ImportedQuestionDraft = z.output<typeof importedQuestionDraft>;

type DraftText = Exclude<keyof ImportedQuestionDraft, 'options'>;
/** Possible contents of a spreadsheet column: a text field of the question draft, or one of its options ("options.0" is option A). */
export const questionSheetFields = [
  'type',
  'material',
  'stem',
  ...(['options.0', 'options.1', 'options.2', 'options.3', 'options.4', 'options.5', 'options.6', 'options.7'] as const),
  /** Column that holds all options of a question in one cell. */
  'options',
  'left',
  'answer',
  'reference',
  'items',
  'veto',
  'files',
  'analysis',
  'difficulty',
  'uniformity',
  'category',
  'tags',
  'source',
  'scoreHint',
  'level',
  'pointCode',
  'profId',
  'tradeId',
] as const satisfies readonly (DraftText | 'options' | `options.${number}`)[];

/** Maximum size of a question file in bytes. */
export const maxQuestionFileBytes = 20 * 1024 * 1024;
/** Maximum number of questions in one file. */
export const maxQuestionFileRows = 20_000;
/** Limits for the pictures in one question file: number of different pictures, and bytes of all pictures together. */
export const maxQuestionFilePictures = 2000;
export const maxQuestionFilePictureBytes = 100 * 1024 * 1024;
