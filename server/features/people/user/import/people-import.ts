import {
  educationLevels,
  ethnicGroups,
  identityCardType,
  idTypes,
  personSources,
  politicalStatuses,
  userTypeNames,
  type CodeNames,
} from '../../../../../sync/contract/code-lists.ts';
import type { PersonImportColumn, PersonFields } from '../../../../../sync/contract/people/person.ts';
import { normaliseName } from '../../../../../sync/contract/scalars.ts';
import { toMatchText, toStoredText } from '../../../../../sync/domain/plain-text.ts';
import type { UserType } from '../../../../../sync/contract/roles.ts';
import type { Message } from '../../../../http/handler.ts';
import { peopleMessages as messages } from '../people-messages.ts';
import { normalisePerson, listPersonErrors, getSexFromIdNumber } from '../people/person-check.ts';

export interface PeopleSheetRow {
  readonly row: number;
  readonly sheet?: string | undefined;
  readonly cells: Readonly<Partial<Record<PersonImportColumn, string>>>;
}
export interface PeopleRowError {
  readonly row: number;
  readonly column: PersonImportColumn;
  readonly value: string;
  readonly reason: Message;
}
export interface CheckedPersonRow {
  readonly row: number;
  readonly sheet?: string | undefined;
  /** Type of the account; null if the row names none that the caller may create. Such a row is not compared with other accounts. */
  readonly type: UserType | null;
  /** The person's data in normalised form. The class is known only by its name, in `className`. */
  readonly person: PersonFields;
  readonly className: string;
  /** True if the login name is taken from the student number or admission ticket number. Faults of that value are reported once, at the number. */
  readonly borrowed: boolean;
  readonly faults: PeopleRowError[];
}
/** Types of accounts that a sheet may create. */
export interface SheetTypes {
  /** Type of the rows that do not name one; null if each row must name its type. */
  readonly defaultType: UserType | null;
  readonly allowed: readonly UserType[];
}

/** Yield to the event loop after this many rows. */
export const rowsPerTurn = 200;

const sexes: CodeNames = [
  ['男', 'male'],
  ['女', 'female'],
];
const lists = {
  sex: sexes,
  id_type: idTypes,
  education: educationLevels,
  ethnicity: ethnicGroups,
  political: politicalStatuses,
  source: personSources,
};

/** Finds the code of a cell: one of the two names, a number, or the beginning of exactly one name ("汉" for 汉族). */
function findCode(list: CodeNames, typed: string): number | undefined {
  const text = toMatchText(typed).toLowerCase();
  if (text === '') return 0;
  const exact = list.findIndex(([zh, en]) => zh.toLowerCase() === text || en.toLowerCase() === text);
  if (exact >= 0) return exact + 1;
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= list.length) return Number(text);
  const begins = list.flatMap(([zh], at) => (zh.startsWith(text) ? [at + 1] : []));
  return begins.length === 1 ? begins[0] : undefined;
}

/**
 * Reads the rows of a sheet as people, with the faults of each row and duplicates within the sheet. Before every `rowsPerTurn` rows, it awaits
 * `turn`, which gets the number of rows read.
 */
export async function readPeopleSheet(
  rows: readonly PeopleSheetRow[],
  types: SheetTypes,
  nowMs: number,
  turn: (done: number) => Promise<void>,
): Promise<CheckedPersonRow[]> {
  const checkedRows: CheckedPersonRow[] = [];
  for (const row of rows) {
    if (checkedRows.length % rowsPerTurn === 0) await turn(checkedRows.length);
    checkedRows.push(readPeopleRow(row, types, nowMs));
  }
  for (const field of ['login_name', 'student_no', 'ticket_no', 'id_number'] as const) {
    const first = new Map<string, CheckedPersonRow>();
    for (const each of checkedRows) {
      const { row, person, faults } = each;
      const value = (person[field] ?? '').toLowerCase();
      if (value === '') continue;
      const earlier = first.get(value);
      if (earlier === undefined) first.set(value, each);
      else faults.push({ row, column: field, value: person[field] ?? '', reason: messages.doubleInFile(earlier) });
    }
  }
  for (const { borrowed, faults } of checkedRows)
    if (borrowed && faults.some(({ column }) => column === 'student_no' || column === 'ticket_no'))
      faults.splice(0, Infinity, ...faults.filter(({ column }) => column !== 'login_name'));
  return checkedRows;
}

/** Reads the type of a row's account, or the reason why there is none. */
function readUserType(typed: string, { defaultType, allowed }: SheetTypes): UserType | Message {
  if (typed === '' && defaultType !== null) return defaultType;
  const type = typed === '' ? undefined : (findCode(userTypeNames, typed) as UserType | undefined);
  if (type === undefined) return messages.typeUnclear(typed, allowed);
  return allowed.includes(type) ? type : messages.typeNotYours();
}

/** Reads one row as a person, with the faults of the row alone. */
export function readPeopleRow({ row, sheet, cells }: PeopleSheetRow, types: SheetTypes, nowMs: number): CheckedPersonRow {
  const readCell = (column: PersonImportColumn): string => toStoredText(cells[column] ?? '').trim();
  const faults: PeopleRowError[] = [];
  const addFault = (column: PersonImportColumn, reason: Message) => faults.push({ row, column, value: readCell(column), reason });
  const readCode = (column: keyof typeof lists): number => {
    const codeNumber = findCode(lists[column], readCell(column));
    if (codeNumber === undefined)
      addFault(
        column,
        messages.notInList(
          readCell(column),
          lists[column].slice(0, 14).map(([zh]) => zh),
        ),
      );
    return codeNumber ?? 0;
  };
  const sheetPerson = normalisePerson({
    // Removes spaces between Chinese characters: two-character names are often spaced to look as wide as three.
    name: readCell('name').replaceAll(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, ''),
    login_name: readCell('login_name') || readCell('student_no') || readCell('ticket_no'),
    phone: readCell('phone'),
    sex: readCode('sex') as PersonFields['sex'],
    id_type: readCode('id_type') || identityCardType,
    id_number: readCell('id_number'),
    education: readCode('education'),
    ethnicity: readCode('ethnicity'),
    political: readCode('political'),
    source: readCode('source'),
    employer: readCell('employer'),
    student_no: readCell('student_no'),
    ticket_no: readCell('ticket_no'),
    class_id: null,
    extra_roles: [],
    note: readCell('note'),
  });
  const borrowed = readCell('login_name') === '';
  const className = normaliseName(readCell('class'));
  const type = readUserType(readCell('user_type'), types);
  if (typeof type !== 'number') {
    addFault('user_type', type);
    return { row, sheet, type: null, person: sheetPerson, className, borrowed, faults };
  }
  if (sheetPerson.login_name === '') addFault('login_name', type === 7 || type === 8 ? messages.loginNameMissing() : messages.required());
  const ownFaults = listPersonErrors(sheetPerson, type, nowMs).filter(
    (found) => !(found.path === 'login_name' && sheetPerson.login_name === ''),
  );
  for (const { path, message } of ownFaults)
    faults.push({ row, column: path as PersonImportColumn, value: readCell(path as PersonImportColumn), reason: message });
  // The sex may be omitted: the number of an identity card contains it.
  const tells = sheetPerson.id_type === identityCardType && sheetPerson.id_number && !ownFaults.some((found) => found.path === 'id_number');
  const person = tells && sheetPerson.sex === 0 ? { ...sheetPerson, sex: getSexFromIdNumber(sheetPerson.id_number ?? '') } : sheetPerson;
  if (className !== '' && type !== 7 && type !== 8) addFault('class', messages.classForStudents());
  for (const [column, max] of [
    ['employer', 100],
    ['note', 300],
    ['class', 60],
    ['name', 60],
    ['student_no', 32],
    ['ticket_no', 32],
  ] as const)
    if (readCell(column).length > max) addFault(column, messages.tooLong(max));
  return { row, sheet, type, person, className, borrowed, faults };
}
