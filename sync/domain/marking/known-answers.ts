import { educationLevels, idTypes, personSources } from '../../contract/code-lists.ts';
import {
  findFieldByMeaning,
  type FormAnswers,
  type FormDesign,
  formLists,
  type FormMeaning,
  getTextAnswer,
} from '../../contract/applications/form-design.ts';
import { parseIdNumber } from '../../contract/people/id-number.ts';
import { getFieldFormat, getChoiceOptions } from '../applications/form-rules.ts';

/** Facts that a school knows about a person. Codes refer to the code lists; 0 and '' mean unknown. */
export interface KnownPersonFacts {
  readonly name: string;
  readonly phone: string;
  readonly idType: number;
  readonly idNumber: string;
  readonly sex: number;
  readonly education: number;
  readonly source: number;
  readonly employer: string;
}

const getNameByCode = (list: readonly (readonly [string, string])[], code: number): string => list[code - 1]?.[0] ?? '';

/** Builds the initial answers of a person's new application form from the facts that the school knows. */
export function buildKnownAnswers(design: FormDesign, facts: KnownPersonFacts): FormAnswers {
  const says: Partial<Record<FormMeaning, string>> = {
    name: facts.name,
    phone: facts.phone,
    idType: facts.idNumber === '' ? '' : getNameByCode(idTypes, facts.idType),
    idNumber: facts.idNumber,
    education: getNameByCode(educationLevels, facts.education),
    source: getNameByCode(personSources, facts.source),
    employer: facts.employer,
  };
  const answers: Record<string, string> = {};
  const fill = (meaning: FormMeaning, text: string): void => {
    const field = findFieldByMeaning(design, meaning);
    if (field === undefined || text === '' || (answers[field.key] ?? '') !== '') return;
    if (field.type === 'text' || field.type === 'date' || (field.type === 'choice' && getChoiceOptions(field).includes(text)))
      answers[field.key] = text;
  };
  for (const [meaning, text] of Object.entries(says)) fill(meaning as FormMeaning, text);
  const filledAnswers = fillFromIdNumber(design, answers, '');
  const sex = findFieldByMeaning(design, 'sex');
  const sexName = getNameByCode(formLists.sex, facts.sex);
  return sex !== undefined && sexName !== '' && getTextAnswer(filledAnswers, sex.key) === ''
    ? { ...filledAnswers, [sex.key]: sexName }
    : filledAnswers;
}

/**
 * Fills in birthday and sex from a complete ID number. Values that the applicant entered stay; values derived from `before`, the previous ID
 * number, are replaced.
 */
export function fillFromIdNumber(design: FormDesign, answers: FormAnswers, before: string): FormAnswers {
  const number = findFieldByMeaning(design, 'idNumber');
  if (number === undefined || getFieldFormat(design, number, answers) !== 'idNumber') return answers;
  const current = parseBirthdayAndSex(getTextAnswer(answers, number.key));
  const previous = parseBirthdayAndSex(before);
  const filledAnswers = { ...answers };
  for (const meaning of ['birthday', 'sex'] as const) {
    const field = findFieldByMeaning(design, meaning);
    if (field === undefined || current[meaning] === '') continue;
    const answer = getTextAnswer(answers, field.key);
    if (answer === '' || answer === previous[meaning]) filledAnswers[field.key] = current[meaning];
  }
  return filledAnswers;
}

/** Returns birthday and sex from a complete, valid ID number; '' for both for any other text. */
export function parseBirthdayAndSex(number: string): { readonly birthday: string; readonly sex: string } {
  const { isWhole, birthday, sex } = parseIdNumber(number);
  return isWhole === true ? { birthday: birthday ?? '', sex: getNameByCode(formLists.sex, sex ?? 0) } : { birthday: '', sex: '' };
}
