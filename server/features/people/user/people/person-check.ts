import { identityCardType } from '../../../../../sync/contract/code-lists.ts';
import { sexCodes } from '../../../../../sync/contract/codes.ts';
import type { PersonFields } from '../../../../../sync/contract/people/person.ts';
import type { UserType } from '../../../../../sync/contract/roles.ts';
import { normaliseName } from '../../../../../sync/contract/scalars.ts';
import { extraRolesByType } from '../../../../../sync/contract/people/user-rights.ts';
import { formatZoneDay } from '../../../../../sync/contract/zone-time.ts';
import { getCallZone } from '../../../../http/input/call-zone.ts';
import { normalisePersonName, toMatchText, toStoredText } from '../../../../../sync/domain/plain-text.ts';
import type { Refusal } from '../../../../http/handler.ts';
import { parseIdNumber, isIdNumber, normaliseIdNumber } from '../../../../../sync/contract/people/id-number.ts';
import { peopleMessages as messages } from '../people-messages.ts';

export type PersonFieldError = Refusal['fields'][number] & { readonly path: keyof PersonFields };

/** Returns a person's data in its stored form. */
export function normalisePerson(typed: PersonFields): PersonFields {
  return {
    ...typed,
    name: normalisePersonName(typed.name),
    login_name: toMatchText(typed.login_name),
    phone: toMatchText(typed.phone).replaceAll(/[\s-]/g, ''),
    student_no: toMatchText(typed.student_no),
    ticket_no: toMatchText(typed.ticket_no),
    employer: normaliseName(toStoredText(typed.employer)),
    note: toStoredText(typed.note),
    id_number: typed.id_number === null ? null : normaliseIdNumber(typed.id_number),
    extra_roles: [...new Set(typed.extra_roles)],
  };
}

/** Returns 1 (male) or 2 (female) from the 17th digit, which is odd for men (GB 11643). */
export const getSexFromIdNumber = (idNumber: string): 1 | 2 => (Number(idNumber[16]) % 2 === 1 ? sexCodes.male : sexCodes.female);

function findIdNumberFault(person: PersonFields, nowMs: number) {
  const { id_number: number, id_type: type } = person;
  if (number === null || number === '') return undefined;
  if (type === 0) return messages.idWithoutType();
  if (type !== identityCardType) return /^[\p{L}\d()-]{5,30}$/u.test(number) ? undefined : messages.idOtherForm();
  if (/^\d(\.\d+)?E\+?\d+$/.test(number)) return messages.idRounded();
  if (number.length !== 18) return messages.idLength();
  // Spreadsheets keep 15 digits of a number; the last three become zeros.
  if (!isIdNumber(number)) return number.endsWith('000') ? messages.idRounded() : messages.idCheckDigit();
  const { birthday } = parseIdNumber(number);
  if (!birthday) return messages.idBirthday();
  return birthday > formatZoneDay(nowMs, getCallZone()) ? messages.idBirthdayFuture() : undefined;
}

/** Finds faults in a person's normalised data, field by field. Conflicts with other people are checked by the store. */
export function listPersonErrors(person: PersonFields, type: UserType, nowMs: number): PersonFieldError[] {
  const faults: PersonFieldError[] = [];
  const addFault = (path: keyof PersonFields, message: PersonFieldError['message']) => faults.push({ path, message });
  if (person.name === '') addFault('name', messages.required());
  else if (/[\p{Cc}"<>]/u.test(person.name)) addFault('name', messages.nameForm());
  if (person.login_name === '') addFault('login_name', messages.required());
  else if (!/^[\p{L}\p{N}._@-]{2,64}$/u.test(person.login_name)) addFault('login_name', messages.loginNameForm());
  if (person.phone !== '' && !/^(1\d{10}|\+\d{6,18})$/.test(person.phone)) addFault('phone', messages.phoneForm());
  for (const field of ['student_no', 'ticket_no'] as const)
    if (!/^[\p{L}\p{N}-]*$/u.test(person[field])) addFault(field, messages.numberForm());
  const idFault = findIdNumberFault(person, nowMs);
  if (idFault) addFault('id_number', idFault);
  else if (
    person.id_number &&
    person.id_type === identityCardType &&
    person.sex !== sexCodes.unknown &&
    getSexFromIdNumber(person.id_number) !== person.sex
  )
    addFault('sex', messages.sexDiffers());
  if (person.class_id !== null && type !== 7 && type !== 8) addFault('class_id', messages.classForStudents());
  if (person.extra_roles.some((role) => !extraRolesByType[type]?.includes(role))) addFault('extra_roles', messages.roleUnknown());
  return faults;
}

/** Masks an ID number: "320***********002X" suffices to tell two people apart, but not to use the number. */
export const maskShownIdNumber = (idNumber: string): string =>
  idNumber.length < 9 ? '*'.repeat(idNumber.length) : `${idNumber.slice(0, 3)}${'*'.repeat(idNumber.length - 7)}${idNumber.slice(-4)}`;
