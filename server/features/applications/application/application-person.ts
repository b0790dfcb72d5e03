import {
  getFileAnswers,
  findFieldByMeaning,
  type FormAnswers,
  type FormDesign,
  type FormMeaning,
  getAnswerByMeaning,
  getTextAnswer,
} from '../../../../sync/contract/applications/form-design.ts';
import { isMaskedIdNumber, maskIdNumber } from '../../../../sync/contract/people/id-number.ts';
import { listShownFields } from '../../../../sync/domain/applications/form-rules.ts';
import type { createIdNumberReads } from '../../people/user/id-number-reads.ts';

type IdNumbers = ReturnType<typeof createIdNumberReads>;

/** Lists the fields with ID numbers. Their answers are stored masked; the whole numbers are stored encrypted in the column `secrets`. */
const listSecretKeys = (design: FormDesign): string[] => design.filter((field) => field.format === 'idNumber').map((field) => field.key);

/** Returns the columns of an application's row that tell about its applicant. A hidden field tells nothing. */
export function getApplicantColumns(design: FormDesign, answers: FormAnswers, schoolId: number, numbers: IdNumbers) {
  const shownFields = new Set(listShownFields(design, answers));
  const readMeaning = (meaning: FormMeaning): string => {
    const field = findFieldByMeaning(design, meaning);
    return field !== undefined && shownFields.has(field) ? getAnswerByMeaning(design, answers, meaning) : '';
  };
  const photo = findFieldByMeaning(design, 'photo');
  const number = readMeaning('idNumber');
  const secrets = Object.fromEntries(
    listSecretKeys(design).flatMap((key) => (getTextAnswer(answers, key) === '' ? [] : [[key, getTextAnswer(answers, key)]])),
  );
  return {
    name: readMeaning('name'),
    id_number: maskIdNumber(number),
    id_number_index: number === '' ? null : numbers.index(number, schoolId),
    secrets: Object.keys(secrets).length === 0 ? null : numbers.seal(JSON.stringify(secrets)),
    photo: photo === undefined ? '' : (getFileAnswers(answers, photo.key)[0]?.url ?? ''),
    source: readMeaning('source'),
    employer: readMeaning('employer'),
    answers: JSON.stringify({ ...answers, ...Object.fromEntries(Object.entries(secrets).map(([key, text]) => [key, maskIdNumber(text)])) }),
  };
}

/** Returns the answers with unmasked ID numbers. Only their author and authorised exports may get them. */
export function unmaskIdNumbers(record: { answers: string; secrets: Buffer | null }, numbers: IdNumbers): FormAnswers {
  const answers = JSON.parse(record.answers) as FormAnswers;
  return record.secrets === null ? answers : { ...answers, ...(JSON.parse(numbers.open(record.secrets)) as Record<string, string>) };
}

/** Returns the applicant's whole (unmasked) ID number; '' if the form has none. */
export function getFullIdNumber(design: FormDesign, record: { secrets: Buffer | null }, numbers: IdNumbers): string {
  const key = findFieldByMeaning(design, 'idNumber')?.key;
  if (key === undefined || record.secrets === null) return '';
  const text = (JSON.parse(numbers.open(record.secrets)) as Record<string, string>)[key] ?? '';
  return isMaskedIdNumber(text) ? '' : text;
}
