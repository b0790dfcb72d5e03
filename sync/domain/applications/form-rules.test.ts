import { describe, expect, it } from 'vitest';
import { type FormAnswers, type FormDesign, type FormField, formLimits } from '../../contract/applications/form-design.ts';
import { computeIdCheckDigit, parseIdNumber, isCalendarDate, maskIdNumber } from '../../contract/people/id-number.ts';
import { deepestAnswers, deepestForm } from '../../../tests/fixtures/deepest-form.ts';
import { createApplicantAnswers } from '../../../tests/contract/fixtures/application-school.ts';
import { copyMatchingAnswers } from './form-carry.ts';
import {
  listConditionErrors,
  listDesignErrors,
  listFormErrors,
  buildOfferForm,
  listShownFields,
  normaliseFormAnswers,
} from './form-rules.ts';
import { createFormField, shippedForms } from './shipped-forms.ts';

const design = shippedForms[0]?.design ?? [];
const good = createApplicantAnswers('110101200109235262', '沈嘉禾');
const paths = (answers: object) => listFormErrors(design, { ...good, ...answers }, '2026-11-27').map((fault) => fault.path);

describe('an ID number', () => {
  it('has exactly one valid check digit for any first seventeen digits', () => {
    let seed = 7;
    const chance = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let n = 0; n < 500; n += 1) {
      const day = `${1950 + chance(60)}${String(1 + chance(12)).padStart(2, '0')}${String(1 + chance(28)).padStart(2, '0')}`;
      const first = `110101${day}${String(chance(1000)).padStart(3, '0')}`;
      const right = [...'0123456789X'].filter((digit) => parseIdNumber(first + digit).isWhole === true);
      expect(right).toEqual([computeIdCheckDigit(first)]);
    }
  });
  it('reports province, birthday and sex as soon as their digits are typed, and null if impossible', () => {
    expect(parseIdNumber('3')).toMatchObject({ province: undefined, birthday: undefined, sex: undefined, isWhole: undefined });
    expect(parseIdNumber('320583 2001')).toMatchObject({ province: '江苏', birthday: undefined });
    expect(parseIdNumber('99058320010230')).toMatchObject({ province: null, birthday: null });
    expect(parseIdNumber('１１０１０１２００１０９２３５２６２')).toMatchObject({ birthday: '2001-09-23', sex: 2, isWhole: true });
  });
  it('is masked except for its first and last four digits', () => {
    expect([maskIdNumber('110101200109235262'), maskIdNumber('E1234567'), maskIdNumber('')]).toEqual([
      '1101**********5262',
      '********',
      '',
    ]);
  });
});

it('isCalendarDate accepts only existing days from 1900 in the form YYYY-MM-DD', () => {
  expect(['2024-02-29', '2001-09-30'].map(isCalendarDate)).toEqual([true, true]);
  expect(['2023-02-29', '2001-13-01', '2001-9-1', '1899-12-31', ''].map(isCalendarDate)).toEqual([false, false, false, false, false]);
});

it('a birthday in the future is an error of its field and of the ID number', () => {
  expect(paths({ idNumber: '110105202611270025', birthday: '2026-11-27' })).toEqual([]);
  expect(paths({ idNumber: '110105203012310026', birthday: '2030-12-31' })).toEqual(['birthday', 'idNumber']);
});

it('isCalendarDate and the birthday in an ID number agree with the calendar for 1900 to 2099', () => {
  const two = (n: number) => String(n).padStart(2, '0');
  for (let year = 1900; year < 2100; year += 1)
    for (let month = 0; month <= 13; month += 1)
      for (const day of [0, 1, 28, 29, 30, 31, 32]) {
        const text = `${year}-${two(month)}-${two(day)}`;
        const at = new Date(Date.UTC(year, month - 1, day));
        const is = month >= 1 && month <= 12 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
        if (isCalendarDate(text) !== is) throw new Error(text);
        const { birthday } = parseIdNumber(`110101${text.replaceAll('-', '')}`);
        if (is && at.getTime() < Date.UTC(2025, 0, 1) ? birthday !== text : !is && birthday !== null)
          throw new Error(`${text} told as ${birthday}`);
      }
  expect(isCalendarDate('2000-02-29')).toBe(true);
});

describe('the shipped forms', () => {
  it('have a valid design', () => expect(shippedForms.flatMap((form) => listDesignErrors(form.design))).toEqual([]));
  it('accept complete answers', () => expect(paths({})).toEqual([]));
  it('report each field with an invalid answer', () => {
    expect(paths({ name: '' })).toEqual(['name']);
    expect(paths({ idNumber: '110101200109235263' })).toEqual(['idNumber']);
    expect(paths({ birthday: '2001-09-24', sex: '男' })).toEqual(['birthday', 'sex']);
    expect(paths({ source: '外星' })).toEqual(['source']);
    expect(paths({ school: [] })).toEqual(['school']);
    expect(paths({ school: [{ from: '2019', to: '', place: '甲', what: '' }] })).toEqual(['school.0.from', 'school.0.to']);
    expect(paths({ signature: 'javascript:alert(1)' })).toEqual(['signature']);
  });
  it('ask for the certificate only if the applicant is promoted', () => {
    expect(paths({ recognition: '晋级' })).toEqual(['certificateLevel', 'certificateNo', 'certificateDate']);
    expect(listShownFields(design, good).map((field) => field.key)).not.toContain('certificateNo');
  });
  it('accept a passport number in its own format', () => expect(paths({ idType: '护照', idNumber: 'E12345678' })).toEqual([]));
  it('drop answers to fields that the form does not have', () =>
    expect(normaliseFormAnswers(design, { ...good, evil: '<script>' })).not.toHaveProperty('evil'));
  it('ask for the proofs of their batch and offer only its recognition type', () => {
    const asked = buildOfferForm(design, { proofs: ['身份证'], recognition: 2 });
    expect(listFormErrors(asked, good, '2026-11-27').map((fault) => fault.path)).toEqual(['recognition', 'proof0']);
  });
});

it('listDesignErrors names each field that cannot be filled in', () => {
  const twice = [createFormField('text', 'a', '甲'), createFormField('text', 'a', '乙')];
  const waits = [createFormField('text', 'b', '乙', { shownWhen: [{ field: 'c', is: ['甲'] }] }), createFormField('choice', 'c', '丙')];
  expect(listDesignErrors(twice).map((fault) => fault.path)).toEqual(['design.1']);
  expect(listDesignErrors(waits).map((fault) => fault.path)).toEqual(['design.0']);
  expect(listDesignErrors([createFormField('table', 't', '表', { columns: [] })])).toHaveLength(1);
  expect(listDesignErrors([createFormField('number', 'n', '数', { min: 5, max: 1 })])).toHaveLength(1);
});

describe('the largest form with conditions that may be saved', () => {
  const conditions = deepestForm.reduce((sum, field) => sum + field.shownWhen.length, 0);
  /** Wraps answers so that reading them more than `maxReads` times throws. */
  const readable = (maxReads: number): FormAnswers => {
    let reads = 0;
    return new Proxy(deepestAnswers, {
      get(target, key) {
        reads += 1;
        if (reads > maxReads) throw new Error(`answers read more than ${maxReads} times`);
        return Reflect.get(target, key) as FormAnswers[string];
      },
    });
  };

  it('has a valid design', () => {
    expect(conditions).toBe(formLimits.conditionsOfForm);
    expect(listDesignErrors(deepestForm)).toEqual([]);
  });
  it('needs one read of an answer per condition to list the shown fields', () => {
    expect(listShownFields(deepestForm, readable(conditions))).toHaveLength(formLimits.fields);
    expect(listShownFields(deepestForm, { ...deepestAnswers, c0: '项0' })).toEqual(
      deepestForm.filter((field) => field.shownWhen.length === 0),
    );
  });
  it('needs few reads per answer for checking, copying and normalising', () => {
    expect(listFormErrors(deepestForm, readable(conditions + 4 * deepestForm.length), '2026-11-27')).toEqual([]);
    expect(copyMatchingAnswers(deepestForm, deepestForm, readable(conditions + 4 * deepestForm.length))).toEqual(deepestAnswers);
    expect(normaliseFormAnswers(deepestForm, readable(4 * deepestForm.length))).toEqual(deepestAnswers);
  });
});

describe('conditions of a form field are refused at that field', () => {
  const choice = createFormField('choice', 'c', '丙', { options: ['甲', '乙'] });
  const waiting = (key: string, ...shownWhen: FormField['shownWhen']) => createFormField('text', key, `栏${key}`, { shownWhen });
  const onC = { field: 'c', is: ['甲'] };
  const errorsOf = (faulty: FormDesign) => listConditionErrors(faulty).map((fault) => [fault.path, fault.words[0]]);
  it('if they refer to the field itself, to each other or to no field', () => {
    expect(errorsOf([waiting('a', { field: 'a', is: ['甲'] })])).toEqual([['design.0', '“栏a”的出现条件要指向它上面的选择项']]);
    expect(errorsOf([waiting('a', { field: 'b', is: ['甲'] }), waiting('b', { field: 'a', is: ['甲'] })])).toHaveLength(1);
    expect(errorsOf([choice, waiting('a', { field: 'gone', is: ['甲'] })])).toHaveLength(1);
    expect(errorsOf([choice, waiting('a', onC)])).toEqual([]);
  });
  it('if there are too many for the field, the condition or the form', () => {
    const { conditionsOfField, conditionsOfForm, valuesOfCondition } = formLimits;
    const many = Array.from({ length: conditionsOfField + 1 }, () => onC);
    expect(errorsOf([choice, waiting('a', ...many)])).toEqual([['design.1', `“栏a”的出现条件最多 ${conditionsOfField} 个`]]);
    const wide = { field: 'c', is: Array.from({ length: valuesOfCondition + 1 }, () => '甲') };
    expect(errorsOf([choice, waiting('a', wide)])).toEqual([['design.1', `“栏a”的每个出现条件最多选 ${valuesOfCondition} 项`]]);
    const full = Array.from({ length: conditionsOfForm / conditionsOfField + 2 }, (_, at) => waiting(`f${at}`, ...many.slice(1)));
    expect(errorsOf([choice, ...full])).toEqual([
      [`design.${full.length - 1}`, `一张表单最多 ${conditionsOfForm} 个出现条件，从“栏f${full.length - 2}”起超出`],
    ]);
  });
});
