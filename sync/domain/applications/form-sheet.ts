import {
  type FormAnswers,
  type FormColumn,
  type FormDesign,
  type FormField,
  findFieldByMeaning,
  formLists,
  getTableAnswer,
  getTextAnswer,
} from '../../contract/applications/form-design.ts';
import { identityCardType, idTypes } from '../../contract/code-lists.ts';
import { parseIdNumber, normaliseIdNumber } from '../../contract/people/id-number.ts';
import { getFieldFormat, getChoiceOptions } from './form-rules.ts';
import { toMatchText, toStoredText, normaliseHeading } from '../plain-text.ts';

/**
 * One column of a form as a spreadsheet, in which each line is an applicant. Signatures and files have no column. Tables have one column per
 * cell of their rows.
 */

export interface FormSheetColumn {
  /** Path of the field, as in `FormError`: "name", "work.0.from". */
  readonly path: string;
  readonly heading: string;
  readonly required: boolean;
}

const singleCellTypes: ReadonlySet<FormField['type']> = new Set(['text', 'longText', 'number', 'date', 'choice']);

/** Checks whether a column may stay empty because the ID number gives its value or it has a single option. */
const mayStayEmpty = (design: FormDesign, field: FormField): boolean =>
  (field.type === 'choice' && getChoiceOptions(field).length === 1) ||
  (findFieldByMeaning(design, 'idNumber') !== undefined && ['idType', 'birthday', 'sex'].includes(field.meaning ?? ''));

/** Maximum number of rows of a form's table for which a sheet has columns. */
export const maxFormTableRows = 30;

const listColumns = (design: FormDesign): FormSheetColumn[] =>
  design.flatMap((field): FormSheetColumn[] => {
    if (singleCellTypes.has(field.type))
      return [
        { path: field.key, heading: field.label, required: field.required && field.shownWhen.length === 0 && !mayStayEmpty(design, field) },
      ];
    if (field.type !== 'table') return [];
    return Array.from({ length: maxFormTableRows }, (_, at) =>
      field.columns.map((column) => ({
        path: `${field.key}.${at}.${column.key}`,
        heading: `${field.label}${at + 1} ${column.label}`,
        required: field.required && at === 0 && column.required,
      })),
    ).flat();
  });

/**
 * Makes headings unique by a number, because two fields may share a label. It numbers across all possible rows, so that sheets with different
 * row counts use the same headings.
 */
function makeHeadingsUnique(columns: readonly FormSheetColumn[]): FormSheetColumn[] {
  const usedHeadings = new Set<string>();
  return columns.map((column) => {
    let { heading } = column;
    for (let n = 2; usedHeadings.has(normaliseHeading(heading)); n += 1) heading = `${column.heading}·${n}`;
    usedHeadings.add(normaliseHeading(heading));
    return { ...column, heading };
  });
}
const columnsByDesign = new WeakMap<FormDesign, readonly FormSheetColumn[]>();

/** Returns the columns of a form's spreadsheet. `rowsOf`: for each table field, the number of rows that get columns. */
export function listFormSheetColumns(design: FormDesign, rowsOf: (field: FormField) => number): FormSheetColumn[] {
  const columns = columnsByDesign.get(design) ?? makeHeadingsUnique(listColumns(design));
  columnsByDesign.set(design, columns);
  const rows = new Map(design.map((field) => [field.key, field.type === 'table' ? Math.max(1, rowsOf(field)) : Infinity]));
  return columns.filter(({ path }) => {
    const [key = '', at = '0'] = path.split('.');
    return Number(at) < (rows.get(key) ?? 0);
  });
}

/** Returns the text of each spreadsheet cell of a filled form, by the path of its column. */
export function formatAnswerCells(design: FormDesign, answers: FormAnswers): Map<string, string> {
  const cells = new Map<string, string>();
  for (const field of design) {
    if (singleCellTypes.has(field.type)) cells.set(field.key, getTextAnswer(answers, field.key));
    else if (field.type === 'table')
      for (const [at, row] of getTableAnswer(answers, field.key).entries())
        for (const { key } of field.columns) cells.set(`${field.key}.${at}.${key}`, row[key] ?? '');
  }
  return cells;
}

/**
 * Converts a written day to "2001-09-03". It accepts 2001/9/3, 2001年9月3日 and 20010903. Other text is returned as it is, so that validation
 * reports it.
 */
const normaliseDay = (text: string): string => {
  const [, year, month, day] = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?$/.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
};
const normaliseMonth = (text: string): string => {
  if (/^(至今|现在|now)$/i.test(text)) return '至今';
  const [, year, month] = /^(\d{4})[-/.年]?(\d{1,2})(?:月|[-/.月]\d{1,2}日?)?$/.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month?.padStart(2, '0')}`;
};
/** Finds the stored option for a text: by its name, its English name, or a unique beginning ("汉" for 汉族). */
function findOption(options: readonly string[], text: string, list: FormField['list']): string {
  if (options.includes(text)) return text;
  const plain = toMatchText(text).toLowerCase();
  const exact = options.find((option) => option.toLowerCase() === plain);
  if (exact !== undefined) return exact;
  const english = list === null ? undefined : formLists[list].find(([, en]) => en.toLowerCase() === plain)?.[0];
  if (english !== undefined && options.includes(english)) return english;
  const begins = options.filter((option) => option.startsWith(text));
  return begins.length === 1 ? (begins[0] ?? text) : text;
}

function normaliseFieldText(field: FormField, typed: string): string {
  const text = toStoredText(typed).trim();
  if (text === '') return '';
  if (field.type === 'date') return normaliseDay(text);
  if (field.type === 'choice') return findOption(getChoiceOptions(field), text, field.list);
  // In sheets, Chinese names of two characters are often padded with a space to the width of three. Remove this space.
  if (field.meaning === 'name') return text.replaceAll(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '');
  return text;
}
function normaliseColumnText(column: FormColumn, typed: string): string {
  const text = toStoredText(typed).trim();
  if (text === '') return '';
  if (column.type === 'month') return normaliseMonth(text);
  if (column.type === 'date') return normaliseDay(text);
  return column.type === 'choice' ? findOption(column.options, text, null) : text;
}

function readTableRows(field: FormField, cells: ReadonlyMap<string, string>): Record<string, string>[] {
  const rows: Record<string, string>[] = [];
  for (let at = 0; at < maxFormTableRows; at += 1) {
    const row = Object.fromEntries(
      field.columns.flatMap((column) => {
        const text = normaliseColumnText(column, cells.get(`${field.key}.${at}.${column.key}`) ?? '');
        return text === '' ? [] : [[column.key, text]];
      }),
    );
    if (Object.keys(row).length > 0) rows.push(row);
  }
  return rows;
}

/** Builds the answers of one line of a sheet. Values that follow from the ID number and choices with a single option may be left empty. */
export function parseAnswerCells(design: FormDesign, cells: ReadonlyMap<string, string>): FormAnswers {
  const answers: Record<string, FormAnswers[string]> = {};
  for (const field of design) {
    if (field.type === 'table') {
      const rows = readTableRows(field, cells);
      if (rows.length > 0) answers[field.key] = rows;
    } else if (singleCellTypes.has(field.type)) {
      const text = normaliseFieldText(field, cells.get(field.key) ?? '');
      const [only, ...others] = field.type === 'choice' ? getChoiceOptions(field) : [];
      const answer = text === '' && only !== undefined && others.length === 0 ? only : text;
      if (answer !== '') answers[field.key] = answer;
    }
  }
  const number = findFieldByMeaning(design, 'idNumber');
  const type = findFieldByMeaning(design, 'idType');
  // An ID number without a chosen type of document is taken for that of an identity card.
  if (type !== undefined && answers[type.key] === undefined && getTextAnswer(answers, number?.key) !== '')
    answers[type.key] = idTypes[identityCardType - 1]?.[0] ?? '';
  const parts = parseIdNumber(normaliseIdNumber(getTextAnswer(answers, number?.key)));
  if (number === undefined || parts.isWhole !== true || getFieldFormat(design, number, answers) !== 'idNumber') return answers;
  const says = {
    birthday: parts.birthday ?? '',
    sex: parts.sex === undefined ? '' : (formLists.sex[parts.sex - 1]?.[0] ?? ''),
  };
  for (const meaning of ['birthday', 'sex'] as const) {
    const key = findFieldByMeaning(design, meaning)?.key;
    if (key !== undefined && answers[key] === undefined && says[meaning] !== '') answers[key] = says[meaning];
  }
  return answers;
}

/**
 * Adapts a form for submission by a school for a whole class. The school holds signatures and proofs on paper, so these become optional.
 * The photo stays as it is.
 */
export const adaptFormForSchool = (design: FormDesign): FormDesign =>
  design.map((field) =>
    field.type === 'signature' || field.type === 'file' || (field.type === 'picture' && field.meaning !== 'photo')
      ? { ...field, required: false, min: null }
      : field,
  );
