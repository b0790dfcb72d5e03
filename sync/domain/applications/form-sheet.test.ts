import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormAnswers } from '../../contract/applications/form-design.ts';
import { listFormErrors, getChoiceOptions, normaliseFormAnswers } from './form-rules.ts';
import { parseAnswerCells, formatAnswerCells, adaptFormForSchool, listFormSheetColumns } from './form-sheet.ts';
import { createFormField, shippedForms } from './shipped-forms.ts';

const [declaration] = shippedForms.map((form) => form.design);
if (declaration === undefined) throw new Error('no form is shipped');

const word = fc.stringMatching(/^[一-龥A-Za-z0-9]{2,20}$/);
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2009-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const month = day.map((text) => text.slice(0, 7));

/** Generates any answers that an applicant may enter into the declaration form that is shipped. */
const filled = fc
  .tuple(
    ...declaration.map((field): fc.Arbitrary<FormAnswers[string] | undefined> => {
      if (field.type === 'choice') return fc.option(fc.constantFrom(...getChoiceOptions(field)), { nil: undefined });
      if (field.type === 'date') return fc.option(day, { nil: undefined });
      if (field.type === 'table')
        return fc.array(fc.record({ from: month, to: fc.oneof(month, fc.constant('至今')), place: word, what: word }), { maxLength: 4 });
      return field.type === 'text' ? fc.option(word, { nil: undefined }) : fc.constant(undefined);
    }),
  )
  .map((values): FormAnswers =>
    Object.fromEntries(declaration.flatMap((field, at) => (values[at] === undefined ? [] : [[field.key, values[at]]]))),
  );

describe('a form as a spreadsheet', () => {
  it('returns the same answers after export and import, rows of tables included', () => {
    fc.assert(
      fc.property(filled, (answers) => {
        // An ID number without a chosen type of document is taken for that of an identity card.
        const tidy = normaliseFormAnswers(declaration, answers['idNumber'] === undefined ? answers : { idType: '身份证', ...answers });
        const back = normaliseFormAnswers(declaration, parseAnswerCells(declaration, formatAnswerCells(declaration, tidy)));
        const filledOf = (all: FormAnswers) => Object.fromEntries(Object.entries(all).filter(([, answer]) => answer.length > 0));
        expect(filledOf(back)).toEqual(filledOf(tidy));
      }),
      { numRuns: 200 },
    );
  });

  it('has one column with a unique heading for each cell, and none for pictures', () => {
    const columns = listFormSheetColumns(declaration, () => 3);
    expect(new Set(columns.map(({ heading }) => heading)).size).toBe(columns.length);
    expect(columns.map(({ path }) => path)).toContain('work.2.to');
    expect(columns.some(({ path }) => path === 'signature' || path === 'photo')).toBe(false);
  });

  it('accepts usual spellings and derives birthday and sex from the ID number', () => {
    const cells = new Map([
      ['name', '沈 嘉禾'],
      ['idNumber', '１１０１０１２００１０９２３５２６２'],
      ['ethnicity', '汉'],
      ['education', 'junior college'],
      ['school.0.from', '2019年9月'],
      ['school.0.to', '2022/6/30'],
      ['school.0.place', '苏南机电职业学院'],
      ['certificateDate', '2023.6.8'],
    ]);
    expect(parseAnswerCells(declaration, cells)).toMatchObject({
      name: '沈嘉禾',
      idType: '身份证',
      birthday: '2001-09-23',
      sex: '女',
      ethnicity: '汉族',
      certificateDate: '2023-06-08',
      school: [{ from: '2019-09', to: '2022-06', place: '苏南机电职业学院' }],
    });
  });

  it('asks a school for the photo but for neither signatures nor proofs', () => {
    const paths = listFormErrors(adaptFormForSchool([...declaration, createFormField('file', 'proof0', '身份证')]), {}, '2026-11-27').map(
      ({ path }) => path,
    );
    expect(paths).toContain('photo');
    expect(paths).not.toContain('signature');
    expect(paths).not.toContain('proof0');
  });
});
