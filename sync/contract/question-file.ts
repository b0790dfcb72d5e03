import { z } from 'zod';
import { sectionType, type SectionTypeCode } from './codes.ts';

/** The kinds of files that questions come in. Told by content; the name only decides where two could be meant. */
export const questionFormats = ['excel', 'word', 'gift', 'moodle', 'qti', 'jsonl'] as const;
export type QuestionFormatId = (typeof questionFormats)[number];

/** What a bank's questions can be taken out as; each is read again unchanged. */
export const exportFormats = ['excel', 'word', 'gift', 'moodle', 'qti'] as const;
export type ExportFormatId = (typeof exportFormats)[number];

/** As files and drafts name the types. */
export const typeNames = {
  single: sectionType.single,
  multiple: sectionType.multiple,
  judgement: sectionType.judgement,
  fillIn: sectionType.fillIn,
  questionAnswer: sectionType.questionAnswer,
  practical: sectionType.practical,
  thesisDefence: sectionType.thesisDefence,
  comprehensiveReview: sectionType.comprehensiveReview,
} as const satisfies Record<string, SectionTypeCode>;
export type TypeName = keyof typeof typeNames;
export const typeNameOf = (type: number): TypeName | undefined =>
  (Object.keys(typeNames) as TypeName[]).find((name) => typeNames[name] === type);

const text = (max: number) => z.string().max(max).default('');

/**
 * A question as a file or a person has it, before anybody judged it: everything is text, anything may be missing or wrong. What a row of a
 * preview is mended by. Stem, options, reference and analysis are HTML, as in `questionBody`; `answer`, `items` and `veto` are written as in our
 * spreadsheet: "AC", 对, one blank a line.
 */
export const questionDraft = z.object({
  /** A name of `typeNames`; '' where nobody knows. */
  type: text(40),
  /** What several questions ask about. */
  material: text(60_000),
  stem: text(60_000),
  options: z.array(z.string().max(20_000)).max(20).default([]),
  answer: text(20_000),
  reference: text(60_000),
  items: text(60_000),
  veto: text(20_000),
  /** How many photos or documents an answer that people mark may come with. */
  files: text(20),
  analysis: text(60_000),
  difficulty: text(20),
  uniformity: text(20),
  category: text(400),
  tags: text(1000),
  source: text(400),
  scoreHint: text(20),
  level: text(20),
  pointCode: text(40),
  /** The number of a profession here, its code, or both: "12 6-31-01-03"; of a trade its number, its name, or both. */
  profId: text(40),
  tradeId: text(100),
});
export type QuestionDraft = z.output<typeof questionDraft>;

type DraftText = Exclude<keyof QuestionDraft, 'options'>;
/** What a column of a spreadsheet can hold: a text of the draft, or one of its options ("options.0" is A). */
export const sheetFields = [
  'type',
  'material',
  'stem',
  ...(['options.0', 'options.1', 'options.2', 'options.3', 'options.4', 'options.5', 'options.6', 'options.7'] as const),
  /** One cell with all of them. */
  'options',
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

/** Most bytes of a question file. */
export const questionFileMaxBytes = 20 * 1024 * 1024;
/** Most questions of one file. */
export const questionFileMaxRows = 20_000;
/** Most different pictures of one file, and most bytes of them all. */
export const questionFileMaxPictures = 2000;
export const questionFileMaxPictureBytes = 100 * 1024 * 1024;
