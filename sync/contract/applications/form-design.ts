import { z } from 'zod';
import {
  educationLevels,
  ethnicGroups,
  idTypes,
  personSources,
  politicalStatuses,
  recognitionTypes,
  sexNames,
  type CodeNames,
} from '../code-lists.ts';
import { normaliseName, boundedRecord } from '../scalars.ts';
import { uploadUrlPattern } from '../platform/upload.ts';

// A form as data, filled in for enrolments and declarations. Browser and server validate it with `sync/domain/applications/form-rules.ts`.

export const formFieldTypes = ['text', 'longText', 'number', 'date', 'choice', 'table', 'file', 'picture', 'section', 'signature'] as const;
export type FormFieldType = (typeof formFieldTypes)[number];

/** Formats of a text field; `form-rules.ts` defines each. Users cannot write patterns, so no pattern can hang the server. */
export const formFormats = ['any', 'idNumber', 'mobile', 'email', 'postcode', 'certificateNo'] as const;
export type FormFormat = (typeof formFormats)[number];

/** Fixed lists that a choice can offer in place of its own options. */
export const formLists = {
  idType: idTypes,
  sex: sexNames,
  education: educationLevels,
  ethnicity: ethnicGroups,
  political: politicalStatuses,
  source: personSources,
  recognition: recognitionTypes,
} as const satisfies Record<string, CodeNames>;
export type FormList = keyof typeof formLists;
const listNames = Object.keys(formLists) as [FormList, ...FormList[]];

/** Meaning of a field for code that reads forms, such as lists, the creation of examinee accounts, and eligibility rules. */
export const formMeanings = [
  'name',
  'idType',
  'idNumber',
  'birthday',
  'sex',
  'education',
  'major',
  'source',
  'phone',
  'employer',
  'photo',
  'work',
  'recognition',
  'certificateLevel',
  'certificateNo',
  'certificateDate',
  'title',
  'titleDate',
] as const;
export type FormMeaning = (typeof formMeanings)[number];

const label = z.string().overwrite(normaliseName).min(1).max(60);
const note = z.string().trim().max(300);
const fieldKey = z.string().regex(/^[a-z][A-Za-z0-9]{0,30}$/);

/** Limits of one form. The schema enforces all but `conditionsOfForm`, which `listConditionErrors` enforces when the form is saved. */
export const formLimits = {
  fields: 80,
  optionsOfField: 60,
  columnsOfTable: 8,
  conditionsOfField: 5,
  valuesOfCondition: 20,
  conditionsOfForm: 200,
  /** Limit of answers in one call. It exceeds `fields`, because answers to fields of an earlier edition of the form are sent too. */
  answers: 200,
  cellsOfRow: 20,
  marks: 2000,
} as const;

const options = z.array(label).max(formLimits.optionsOfField);

const column = z.object({
  key: fieldKey,
  label,
  type: z.enum(['text', 'month', 'date', 'number', 'choice']),
  required: z.boolean(),
  options,
});
export type FormColumn = z.output<typeof column>;

export const formField = z.object({
  key: fieldKey,
  type: z.enum(formFieldTypes),
  label,
  /** Text under the field's label; for a section, the text that it shows. */
  hint: note,
  required: z.boolean(),
  /** Width of the field as a share of a line, also in print. */
  width: z.enum(['third', 'half', 'full']),
  format: z.enum(formFormats),
  /** Message for a wrong format, in place of the default one. */
  formatHint: note,
  /** Bounds of text length, number value, table rows or number of files. Null: the default bounds. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  list: z.enum(listNames).nullable(),
  options,
  columns: z.array(column).max(formLimits.columnsOfTable),
  meaning: z.enum(formMeanings).nullable(),
  /** Conditions that must all hold for the field to be shown. */
  shownWhen: z
    .array(z.object({ field: fieldKey, is: z.array(label).min(1).max(formLimits.valuesOfCondition) }))
    .max(formLimits.conditionsOfField),
});
export type FormField = z.output<typeof formField>;

export const formDesign = z.array(formField).max(formLimits.fields);
export type FormDesign = z.output<typeof formDesign>;

export const fileAnswer = z.object({
  url: z.string().regex(uploadUrlPattern),
  name: z.string().max(200),
  sizeBytes: z.int().min(0),
  type: z.string().max(100),
});
export type FileAnswer = z.output<typeof fileAnswer>;
const rowAnswer = boundedRecord(fieldKey, z.string().max(300), formLimits.cellsOfRow);
export type RowAnswer = z.output<typeof rowAnswer>;

/** Pattern of a drawn signature: SVG path lines in a box of 400 × 160. */
export const signaturePattern = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})*)+$/;
export const formSignatureBox = { width: 400, height: 160 } as const;

export const formAnswers = boundedRecord(
  fieldKey,
  z.union([z.string().max(20_000), z.array(fileAnswer).max(10), z.array(rowAnswer).max(30)]),
  formLimits.answers,
);
export type FormAnswers = z.output<typeof formAnswers>;
export type FormAnswer = FormAnswers[string];

/** Reviewer's remarks by field. A cell of a table is addressed by its position: "work.0.from". */
export const fieldRemarks = boundedRecord(z.string().max(80), z.string().trim().min(1).max(300), formLimits.marks);
export type FieldRemarks = z.output<typeof fieldRemarks>;

/** Returns a text answer; '' if there is none. */
export const getTextAnswer = (answers: FormAnswers, key: string | undefined): string => {
  const answer = key === undefined ? undefined : answers[key];
  return typeof answer === 'string' ? answer : '';
};
/** Returns the files of an answer; empty if there are none. */
export const getFileAnswers = (answers: FormAnswers, key: string): FileAnswer[] => {
  const answer = answers[key];
  return Array.isArray(answer) ? answer.filter((one): one is FileAnswer => 'url' in one && 'sizeBytes' in one) : [];
};
/** Returns the table rows of an answer; empty if there are none. */
export const getTableAnswer = (answers: FormAnswers, key: string): RowAnswer[] => {
  const answer = answers[key];
  return Array.isArray(answer) ? (answer.filter((one) => !('sizeBytes' in one)) as RowAnswer[]) : [];
};
/** Finds the field with this meaning. */
export const findFieldByMeaning = (design: FormDesign, meaning: FormMeaning): FormField | undefined =>
  design.find((field) => field.meaning === meaning);
/** Returns the text answer of the field with this meaning; '' if there is none. */
export const getAnswerByMeaning = (design: FormDesign, answers: FormAnswers, meaning: FormMeaning): string =>
  getTextAnswer(answers, findFieldByMeaning(design, meaning)?.key);
