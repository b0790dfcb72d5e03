import { educationLevels, idTypes, personSources } from '../contract/code-lists.ts';
import { fieldMeaning, type FormAnswers, type FormDesign, formLists, type FormMeaning, textAnswer } from '../contract/form-design.ts';
import { idNumberParts } from '../contract/id-number.ts';
import { formatOf, optionsOf } from './form-rules.ts';

/** Facts that a school knows about a person. Codes refer to the code lists; 0 and '' mean unknown. */
export interface KnownFacts {
  readonly name: string;
  readonly phone: string;
  readonly idType: number;
  readonly idNumber: string;
  readonly sex: number;
  readonly education: number;
  readonly source: number;
  readonly employer: string;
}

const nameIn = (list: readonly (readonly [string, string])[], code: number): string => list[code - 1]?.[0] ?? '';

/** Builds the initial answers of a new form from the facts that the school knows. */
export function knownAnswers(design: FormDesign, facts: KnownFacts): FormAnswers {
  const says: Partial<Record<FormMeaning, string>> = {
    name: facts.name,
    phone: facts.phone,
    idType: facts.idNumber === '' ? '' : nameIn(idTypes, facts.idType),
    idNumber: facts.idNumber,
    education: nameIn(educationLevels, facts.education),
    source: nameIn(personSources, facts.source),
    employer: facts.employer,
  };
  const answers: Record<string, string> = {};
  const fill = (meaning: FormMeaning, text: string): void => {
    const field = fieldMeaning(design, meaning);
    if (field === undefined || text === '' || (answers[field.key] ?? '') !== '') return;
    if (field.type === 'text' || field.type === 'date' || (field.type === 'choice' && optionsOf(field).includes(text)))
      answers[field.key] = text;
  };
  for (const [meaning, text] of Object.entries(says)) fill(meaning as FormMeaning, text);
  const followed = withNumberParts(design, answers, '');
  const sex = fieldMeaning(design, 'sex');
  const known = nameIn(formLists.sex, facts.sex);
  return sex !== undefined && known !== '' && textAnswer(followed, sex.key) === '' ? { ...followed, [sex.key]: known } : followed;
}

/**
 * Fills in birthday and sex from a whole ID number. The applicant's own values stay, unless they were derived from `before`, the previous
 * number.
 */
export function withNumberParts(design: FormDesign, answers: FormAnswers, before: string): FormAnswers {
  const number = fieldMeaning(design, 'idNumber');
  if (number === undefined || formatOf(design, number, answers) !== 'idNumber') return answers;
  const now = birthdayAndSexOf(textAnswer(answers, number.key));
  const then = birthdayAndSexOf(before);
  const next = { ...answers };
  for (const meaning of ['birthday', 'sex'] as const) {
    const field = fieldMeaning(design, meaning);
    if (field === undefined || now[meaning] === '') continue;
    const written = textAnswer(answers, field.key);
    if (written === '' || written === then[meaning]) next[field.key] = now[meaning];
  }
  return next;
}

/** Returns birthday and sex from a whole ID number; '' for any other text. */
export function birthdayAndSexOf(number: string): { readonly birthday: string; readonly sex: string } {
  const { isWhole, birthday, sex } = idNumberParts(number);
  return isWhole === true ? { birthday: birthday ?? '', sex: nameIn(formLists.sex, sex ?? 0) } : { birthday: '', sex: '' };
}
