import { describe, expect, it } from 'vitest';
import { idCheckDigit, idNumberParts, isDay, maskIdNumber } from '../contract/id-number.ts';
import { answersOf } from '../../tests/contract/filing-school.ts';
import { designFaults, formFaults, isShown, offerDesign, tidyAnswers } from './form-rules.ts';
import { newField, shippedForms } from './shipped-forms.ts';

const design = shippedForms[0]?.design ?? [];
const good = answersOf('110101200109235262', '沈嘉禾');
const paths = (answers: object) => formFaults(design, { ...good, ...answers }).map((fault) => fault.path);

describe('an ID number', () => {
  it('is told from one with any other check digit, whatever its first seventeen', () => {
    let seed = 7;
    const chance = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let n = 0; n < 500; n += 1) {
      const day = `${1950 + chance(60)}${String(1 + chance(12)).padStart(2, '0')}${String(1 + chance(28)).padStart(2, '0')}`;
      const first = `110101${day}${String(chance(1000)).padStart(3, '0')}`;
      const right = [...'0123456789X'].filter((digit) => idNumberParts(first + digit).isWhole === true);
      expect(right).toEqual([idCheckDigit(first)]);
    }
  });
  it('says nothing before its digits are there, and what cannot be as soon as they are', () => {
    expect(idNumberParts('3')).toMatchObject({ province: undefined, birthday: undefined, sex: undefined, isWhole: undefined });
    expect(idNumberParts('320583 2001')).toMatchObject({ province: '江苏', birthday: undefined });
    expect(idNumberParts('99058320010230')).toMatchObject({ province: null, birthday: null });
    expect(idNumberParts('１１０１０１２００１０９２３５２６２')).toMatchObject({ birthday: '2001-09-23', sex: 2, isWhole: true });
  });
  it('is masked but for its ends', () => {
    expect([maskIdNumber('110101200109235262'), maskIdNumber('E1234567'), maskIdNumber('')]).toEqual([
      '1101**********5262',
      '********',
      '',
    ]);
  });
});

it('a day is one of the calendar', () => {
  expect(['2024-02-29', '2001-09-30'].map(isDay)).toEqual([true, true]);
  expect(['2023-02-29', '2001-13-01', '2001-9-1', '1899-12-31', ''].map(isDay)).toEqual([false, false, false, false, false]);
});

it('of every day and no day of two centuries, and so is the birthday that an ID number tells', () => {
  const two = (n: number) => String(n).padStart(2, '0');
  for (let year = 1900; year < 2100; year += 1)
    for (let month = 0; month <= 13; month += 1)
      for (const day of [0, 1, 28, 29, 30, 31, 32]) {
        const text = `${year}-${two(month)}-${two(day)}`;
        const at = new Date(Date.UTC(year, month - 1, day));
        const is = month >= 1 && month <= 12 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
        if (isDay(text) !== is) throw new Error(text);
        const { birthday } = idNumberParts(`110101${text.replaceAll('-', '')}`);
        if (is && at.getTime() < Date.UTC(2025, 0, 1) ? birthday !== text : !is && birthday !== null)
          throw new Error(`${text} told as ${birthday}`);
      }
  expect(isDay('2000-02-29')).toBe(true);
});

describe('the form that comes along', () => {
  it('is whole, and so is every other', () => expect(shippedForms.flatMap((form) => designFaults(form.design))).toEqual([]));
  it('takes what it asks for', () => expect(paths({})).toEqual([]));
  it('names each field that is wrong', () => {
    expect(paths({ name: '' })).toEqual(['name']);
    expect(paths({ idNumber: '110101200109235263' })).toEqual(['idNumber']);
    expect(paths({ birthday: '2001-09-24', sex: '男' })).toEqual(['birthday', 'sex']);
    expect(paths({ source: '外星' })).toEqual(['source']);
    expect(paths({ school: [] })).toEqual(['school']);
    expect(paths({ school: [{ from: '2019', to: '', place: '甲', what: '' }] })).toEqual(['school.0.from', 'school.0.to']);
    expect(paths({ signature: 'javascript:alert(1)' })).toEqual(['signature']);
  });
  it('asks for the certificate only of who is promoted', () => {
    expect(paths({ recognition: '晋级' })).toEqual(['certificateLevel', 'certificateNo', 'certificateDate']);
    const field = design.find((one) => one.key === 'certificateNo');
    expect(field && isShown(design, field, good)).toBe(false);
  });
  it('takes a passport number as it is', () => expect(paths({ idType: '护照', idNumber: 'E12345678' })).toEqual([]));
  it('keeps nothing that it never asked for', () => expect(tidyAnswers(design, { ...good, evil: '<script>' })).not.toHaveProperty('evil'));
  it('of a batch asks for its proofs, and offers its recognition type alone', () => {
    const asked = offerDesign(design, { proofs: ['身份证'], recognition: 2 });
    expect(formFaults(asked, good).map((fault) => fault.path)).toEqual(['recognition', 'proof0']);
  });
});

it('a design that cannot be filled is named field by field', () => {
  const twice = [newField('text', 'a', '甲'), newField('text', 'a', '乙')];
  const waits = [newField('text', 'b', '乙', { shownWhen: [{ field: 'c', is: ['甲'] }] }), newField('choice', 'c', '丙')];
  expect(designFaults(twice).map((fault) => fault.path)).toEqual(['design.1']);
  expect(designFaults(waits).map((fault) => fault.path)).toEqual(['design.0']);
  expect(designFaults([newField('table', 't', '表', { columns: [] })])).toHaveLength(1);
  expect(designFaults([newField('number', 'n', '数', { min: 5, max: 1 })])).toHaveLength(1);
});
