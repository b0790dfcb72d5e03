import {
  filesAnswer,
  fieldMeaning,
  type FormAnswers,
  type FormDesign,
  type FormMeaning,
  meant,
  textAnswer,
} from '../../../sync/contract/form-design.ts';
import { isMasked, maskIdNumber } from '../../../sync/contract/id-number.ts';
import { shownFields } from '../../../sync/machines/form-rules.ts';
import type { idNumberReads } from '../user/id-number-reads.ts';

type IdNumbers = ReturnType<typeof idNumberReads>;

/** Fields with ID numbers. They are stored masked; the numbers are stored sealed in `secrets`. */
const secretKeys = (design: FormDesign): string[] => design.filter((field) => field.format === 'idNumber').map((field) => field.key);

/** Returns the columns of an application's row that tell about its applicant. A hidden field tells nothing. */
export function personOf(design: FormDesign, answers: FormAnswers, schoolId: number, numbers: IdNumbers) {
  const shown = new Set(shownFields(design, answers));
  const says = (meaning: FormMeaning): string => {
    const field = fieldMeaning(design, meaning);
    return field !== undefined && shown.has(field) ? meant(design, answers, meaning) : '';
  };
  const photo = fieldMeaning(design, 'photo');
  const number = says('idNumber');
  const secrets = Object.fromEntries(
    secretKeys(design).flatMap((key) => (textAnswer(answers, key) === '' ? [] : [[key, textAnswer(answers, key)]])),
  );
  return {
    name: says('name'),
    id_number: maskIdNumber(number),
    id_number_index: number === '' ? null : numbers.index(number, schoolId),
    secrets: Object.keys(secrets).length === 0 ? null : numbers.seal(JSON.stringify(secrets)),
    photo: photo === undefined ? '' : (filesAnswer(answers, photo.key)[0]?.url ?? ''),
    source: says('source'),
    employer: says('employer'),
    answers: JSON.stringify({ ...answers, ...Object.fromEntries(Object.entries(secrets).map(([key, text]) => [key, maskIdNumber(text)])) }),
  };
}

/** Returns the answers with unmasked ID numbers. Only their author and authorised exports may get them. */
export function unmasked(record: { answers: string; secrets: Buffer | null }, numbers: IdNumbers): FormAnswers {
  const answers = JSON.parse(record.answers) as FormAnswers;
  return record.secrets === null ? answers : { ...answers, ...(JSON.parse(numbers.open(record.secrets)) as Record<string, string>) };
}

/** Returns the applicant's unmasked ID number, or ''. */
export function wholeIdNumber(design: FormDesign, record: { secrets: Buffer | null }, numbers: IdNumbers): string {
  const key = fieldMeaning(design, 'idNumber')?.key;
  if (key === undefined || record.secrets === null) return '';
  const text = (JSON.parse(numbers.open(record.secrets)) as Record<string, string>)[key] ?? '';
  return isMasked(text) ? '' : text;
}
