import { describe, expect, it } from 'vitest';
import { findFieldByMeaning, type FormMeaning, getAnswerByMeaning } from '../../contract/applications/form-design.ts';
import { type KnownPersonFacts, buildKnownAnswers, fillFromIdNumber } from './known-answers.ts';
import { shippedForms } from '../applications/shipped-forms.ts';

const design = shippedForms[0]?.design ?? [];
const keyOf = (meaning: FormMeaning) => findFieldByMeaning(design, meaning)?.key ?? '';
const facts: KnownPersonFacts = {
  name: '沈嘉禾',
  phone: '13800006027',
  idType: 1,
  idNumber: '110101200109235262',
  sex: 1,
  education: 3,
  source: 0,
  employer: '',
};

describe('a newly begun form', () => {
  it('is filled with what the school knows, with birthday and sex from the ID number', () => {
    const answers = buildKnownAnswers(design, facts);
    const says = (meaning: FormMeaning) => getAnswerByMeaning(design, answers, meaning);
    expect([says('name'), says('phone'), says('idNumber')]).toEqual(['沈嘉禾', '13800006027', '110101200109235262']);
    expect([says('birthday'), says('sex'), says('education')]).toEqual(['2001-09-23', '女', '大专']);
    expect([says('source'), says('employer')]).toEqual(['', '']);
  });

  it('takes the sex from the account if no ID number is known', () => {
    const answers = buildKnownAnswers(design, { ...facts, idNumber: '', idType: 0 });
    expect([
      getAnswerByMeaning(design, answers, 'sex'),
      getAnswerByMeaning(design, answers, 'birthday'),
      getAnswerByMeaning(design, answers, 'idType'),
    ]).toEqual(['男', '', '']);
  });

  it('updates birthday and sex after a corrected ID number, but keeps a birthday typed by hand', () => {
    const first = fillFromIdNumber(design, { [keyOf('idType')]: '身份证', [keyOf('idNumber')]: '110101200109235262' }, '');
    const typed = { ...first, [keyOf('idNumber')]: '110101199003070054', [keyOf('sex')]: '女' };
    const next = fillFromIdNumber(design, typed, '110101200109235262');
    expect(getAnswerByMeaning(design, next, 'birthday')).toBe('1990-03-07');
    expect(getAnswerByMeaning(design, next, 'sex')).toBe('男');
    const own = fillFromIdNumber(design, { ...typed, [keyOf('birthday')]: '1990-03-08' }, '110101200109235262');
    expect(getAnswerByMeaning(design, own, 'birthday')).toBe('1990-03-08');
  });
});
