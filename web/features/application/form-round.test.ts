import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import {
  type FormAnswer,
  type FormAnswers,
  type FormColumn,
  type FormDesign,
  type FormField,
  formAnswers,
  formDesign,
  formFieldTypes,
  formLists,
} from '../../../sync/contract/applications/form-design.ts';
import { computeIdCheckDigit } from '../../../sync/contract/people/id-number.ts';
import {
  listDesignErrors,
  listFormErrors,
  getChoiceOptions,
  listShownFields,
  normaliseFormAnswers,
} from '../../../sync/domain/applications/form-rules.ts';
import { parseAnswerCells, formatAnswerCells, listFormSheetColumns } from '../../../sync/domain/applications/form-sheet.ts';
import { createFormField } from '../../../sync/domain/applications/shipped-forms.ts';
import { i18n } from '../../lib/i18n.ts';
import { readClassBook } from './class-sheet.ts';
import { changeField, insertFieldCopy, moveField, insertNewField } from './design-edits.ts';
import { applicationTexts } from './application-texts.ts';
import { FilledView } from './parts/form/filled-view.tsx';

beforeAll(() => i18n.start('zh-CN', { 'zh-CN': { application: applicationTexts['zh-CN'] } }, async () => ({})));

/** Generates texts with characters that spreadsheets and HTML treat specially. */
const word = fc
  .stringMatching(/^[一-龥A-Za-z0-9=+@'<&"（）()*：-][一-龥A-Za-z0-9=+@'<&"（）()*： -]{0,11}$/)
  // Spreadsheet programs mark text with an apostrophe before a number or sign, and the import removes this apostrophe. Generated texts
  // therefore have none.
  .map((text) => text.trim().replace(/^'+(?=[\d=+@-])/, ''))
  .filter((text) => text !== '');
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));
const figure = (min: number | null, max: number | null) => fc.integer({ min: min ?? -999_999, max: max ?? 999_999 }).map(String);

const columns: fc.Arbitrary<FormColumn[]> = fc
  .array(
    fc.record({
      label: word,
      type: fc.constantFrom('text', 'month', 'date', 'number', 'choice'),
      required: fc.boolean(),
      options: fc.uniqueArray(word, { minLength: 2, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.map((one, at) => ({ ...one, key: `c${at}`, options: one.type === 'choice' ? one.options : [] })));

/** One edit in the form designer. Generated numbers choose the field and the change. */
type Edit = (design: FormDesign) => FormDesign;
const at = fc.nat(79);
const place = (design: FormDesign, n: number): number => n % Math.max(1, design.length);
const change = (part: fc.Arbitrary<Partial<FormField>>, of: (field: FormField) => boolean): fc.Arbitrary<Edit> =>
  fc.tuple(at, part).map(([n, parts]): Edit => (design) => {
    const here = place(design, n);
    const field = design[here];
    return field !== undefined && of(field) ? changeField(design, here, parts) : design;
  });
const isText = ({ type }: FormField): boolean => type === 'text' || type === 'longText';
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    arbitrary: fc.tuple(fc.constantFrom(...formFieldTypes), at).map(
      ([type, n]): Edit =>
        (design) =>
          insertNewField(design, type, applicationTexts['zh-CN'].fieldTypes[type], n % (design.length + 1)),
    ),
    weight: 4,
  },
  at.map(
    (n): Edit =>
      (design) =>
        insertFieldCopy(design, place(design, n)),
  ),
  fc.tuple(at, at).map(
    ([from, to]): Edit =>
      (design) =>
        moveField(design, place(design, from), place(design, to)),
  ),
  change(fc.record({ label: word, hint: word, width: fc.constantFrom('third', 'half', 'full') }), () => true),
  change(fc.record({ required: fc.boolean() }), ({ type }) => type !== 'section'),
  change(
    fc.record({ format: fc.constantFrom('any', 'idNumber', 'mobile', 'email', 'postcode', 'certificateNo') }),
    ({ type, max, min }) => type === 'text' && max === null && min === null,
  ),
  change(fc.record({ min: fc.constantFrom(null, 1, 3), max: fc.constantFrom(null, 12, 20) }), (field) =>
    isText(field) ? field.format === 'any' : ['number', 'table', 'file'].includes(field.type) && field.type !== 'file',
  ),
  change(
    fc.record({ options: fc.uniqueArray(word, { minLength: 2, maxLength: 5 }), list: fc.constant(null) }),
    ({ type }) => type === 'choice',
  ),
  change(fc.record({ list: fc.constantFrom(...(Object.keys(formLists) as (keyof typeof formLists)[])) }), ({ type }) => type === 'choice'),
  change(fc.record({ columns }), ({ type }) => type === 'table'),
  fc.tuple(at, at, fc.nat(9)).map(([n, of, option]): Edit => (design) => {
    const fieldIndex = place(design, n);
    const choices = design.slice(0, fieldIndex).filter(({ type }) => type === 'choice');
    const choiceField = choices[of % Math.max(1, choices.length)];
    if (choiceField === undefined || design[fieldIndex]?.type === 'section') return design;
    const options = getChoiceOptions(choiceField);
    return changeField(design, fieldIndex, { shownWhen: [{ field: choiceField.key, is: [options[option % options.length] ?? ''] }] });
  }),
);
/** The smallest form that can be published: lists for reviewers need the applicant's name, and an ID number identifies the applicant. */
const minimalDesign: FormDesign = [
  createFormField('text', 'name', '姓名', { meaning: 'name' }),
  createFormField('text', 'number', '证件号码', { meaning: 'idNumber', format: 'idNumber' }),
];
const isKept = (design: FormDesign): boolean =>
  minimalDesign.every(({ key, format }) =>
    design.some((field) => field.key === key && field.format === format && field.shownWhen.length === 0),
  );
const designs = fc.array(edit, { maxLength: 40 }).map((edits) =>
  formDesign.parse(
    edits.reduce<FormDesign>((design, make) => {
      const editedDesign = make(design);
      return isKept(editedDesign) && editedDesign.length <= 80 && listDesignErrors(editedDesign).length === 0 ? editedDesign : design;
    }, minimalDesign),
  ),
);

const formatted: Record<FormField['format'], fc.Arbitrary<string>> = {
  any: word,
  idNumber: fc.tuple(digits(6), day, digits(3)).map(([where, born, n]) => {
    const first = where + born.replaceAll('-', '') + n;
    return first + computeIdCheckDigit(first);
  }),
  mobile: digits(9).map((rest) => `13${rest}`),
  email: fc.stringMatching(/^[a-z0-9]{1,10}$/).map((name) => `${name}@school.example.cn`),
  postcode: digits(6),
  certificateNo: digits(21).map((rest) => `S${rest}`),
};
const cell: Record<FormColumn['type'], (column: FormColumn) => fc.Arbitrary<string>> = {
  text: () => word,
  month: () =>
    fc.oneof(
      day.map((text) => text.slice(0, 7)),
      fc.constant('至今'),
    ),
  date: () => day,
  number: () => figure(null, null),
  choice: ({ options }) => fc.constantFrom(...options),
};
const sized = (text: fc.Arbitrary<string>, { min, max }: FormField): fc.Arbitrary<string> =>
  text.map((one) =>
    one
      .padEnd(min ?? 0, '字')
      .slice(0, max ?? 200)
      .trim()
      .padEnd(min ?? 0, '字'),
  );
const file = (type: string) =>
  fc.tuple(fc.stringMatching(/^[0-9a-f]{32}$/), word).map(([name, answerText]) => ({
    url: `/uploads/${name}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`,
    name: answerText,
    sizeBytes: 4_000,
    type,
  }));
function filledField(field: FormField): fc.Arbitrary<FormAnswer> {
  switch (field.type) {
    case 'text':
    case 'longText':
      if (field.meaning === 'name') return sized(fc.stringMatching(/^[一-龥]{2,6}$/), field);
      if (field.type === 'longText')
        return sized(
          fc.array(word, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
          field,
        );
      return field.format === 'any' ? sized(word, field) : formatted[field.format];
    case 'number':
      return figure(field.min, field.max);
    case 'date':
      return day;
    case 'choice':
      return fc.constantFrom(...getChoiceOptions(field));
    case 'table': {
      const row = fc.record(
        Object.fromEntries(
          field.columns.map((column) => [
            column.key,
            column.required ? cell[column.type](column) : fc.oneof(cell[column.type](column), fc.constant('')),
          ]),
        ),
      );
      return fc.array(row, { minLength: Math.max(1, field.min ?? 0), maxLength: field.max ?? 20 });
    }
    case 'file':
      return fc.array(fc.oneof(file('application/pdf'), file('image/jpeg')), { minLength: 1, maxLength: 3 });
    case 'picture':
      return file('image/jpeg').map((one) => [one]);
    default:
      return fc.constant(field.type === 'signature' ? 'M10 10L60 80L90 20M4 4' : '');
  }
}
const filledOf = (design: FormDesign): fc.Arbitrary<FormAnswers> =>
  fc
    .tuple(
      ...design.map((field) =>
        field.required || field.type === 'table' ? filledField(field) : fc.oneof(filledField(field), fc.constant('')),
      ),
    )
    .map((values) =>
      Object.fromEntries(design.flatMap((field, n) => (values[n] === '' || values[n] === undefined ? [] : [[field.key, values[n]]]))),
    );

const filled = designs
  .chain((design) => fc.tuple(fc.constant(design), filledOf(design)))
  .map(([design, typed]) => ({ design, answers: normaliseFormAnswers(design, typed) }))
  // Drop forms with a required table whose only row is empty: those are invalid.
  .filter(({ design, answers }) => listFormErrors(design, answers, '2026-11-27').length === 0);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;');
/** Lists all texts of an answer as a reader sees them. */
const saidIn = (answer: FormAnswer | undefined): string[] =>
  typeof answer === 'string'
    ? [answer]
    : (answer ?? []).flatMap((one) => ('sizeBytes' in one ? [String(one.name)] : Object.values(one).map(String)));

test('any designed and filled form survives storage, print, export and import without a loss', () => {
  fc.assert(
    fc.property(filled, ({ design, answers }) => {
      // Storage: a published design and its answers pass the schemas of the contract unchanged.
      expect(listDesignErrors(design)).toEqual([]);
      expect(formDesign.parse(JSON.parse(JSON.stringify(design)))).toEqual(design);
      expect(formAnswers.parse(JSON.parse(JSON.stringify(answers)))).toEqual(answers);

      // Print: every shown field appears with its answer; hidden fields do not.
      const paper = renderToStaticMarkup(createElement(FilledView, { design, answers }));
      for (const field of listShownFields(design, answers)) {
        expect(paper).toContain(escaped(field.label));
        for (const answerText of saidIn(answers[field.key])) expect(paper).toContain(escaped(answerText));
      }
      const places = new Set([...paper.matchAll(/data-field="(\w+)"/g)].map(([, key]) => key));
      expect(places).toEqual(
        new Set(
          listShownFields(design, answers)
            .filter((field) => field.type !== 'section')
            .map(({ key }) => key),
        ),
      );

      // Spreadsheet: export and re-import give the same answers.
      const rowsOf = ({ key }: FormField) => (Array.isArray(answers[key]) ? answers[key].length : 1);
      const sheet = listFormSheetColumns(design, rowsOf);
      const cells = formatAnswerCells(design, answers);
      const lines = [sheet.map(({ heading }) => heading), sheet.map(({ path }) => cells.get(path) ?? '')];
      const book = readClassBook(
        [
          {
            name: '名单',
            rows: lines.map((line, n) => ({
              number: n + 1,
              cells: new Map(line.map((text, column) => [column + 1, { kind: 'value', text }])),
            })),
          },
        ],
        design,
      );
      expect(book?.unknown).toEqual([]);
      const readAnswers = normaliseFormAnswers(design, parseAnswerCells(design, new Map(Object.entries(book?.rows[0]?.cells ?? {}))));
      const onPaper = new Set(['file', 'picture', 'signature']);
      const sheetKeys = design.filter((field) => !onPaper.has(field.type) && (answers[field.key]?.length ?? 0) > 0).map(({ key }) => key);
      expect(readAnswers).toEqual(Object.fromEntries(sheetKeys.map((key) => [key, answers[key]])));
    }),
    { numRuns: 150 },
  );
});
