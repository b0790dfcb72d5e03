import { matchKeys as keys, type MatchColumn } from '../../../../../sync/contract/people/exam-user-calls.ts';
import { normaliseName } from '../../../../../sync/contract/scalars.ts';
import { toComparableName, toMatchText } from '../../../../../sync/domain/plain-text.ts';
import type { Message } from '../../../../http/handler.ts';
import { examineeMatchMessages as messages } from './examinee-match-messages.ts';

/** Values of a sheet's row in stored form; '' where the cell is empty. */
export type MatchRow = Readonly<Record<MatchColumn, string>>;
/** A person of the school. `id_number` is the hex of the blind index, as in `MatchRow`. */
export interface MatchablePerson extends MatchRow {
  readonly id: number;
  readonly enabled: boolean;
}

export type MatchResult =
  | { readonly kind: 'found'; readonly person: MatchablePerson }
  /** `candidates`: people whom the row might mean; staff choose one. */
  | { readonly kind: 'open'; readonly reason: Message; readonly candidates: readonly MatchablePerson[] };

const mostCandidates = 10;

/**
 * Converts a value to the form in which rows and stored people are compared, because older versions stored differing character widths, middle dots
 * and invisible characters.
 */
const normaliseForMatch = (column: MatchColumn, value: string): string =>
  column === 'name'
    ? toComparableName(value)
    : column === 'class'
      ? normaliseName(toMatchText(value)).toLowerCase()
      : toMatchText(value).toLowerCase();
const isSameValue = (column: MatchColumn, a: string, b: string): boolean => normaliseForMatch(column, a) === normaliseForMatch(column, b);

/**
 * Builds a function that finds the person a row means. It matches only with certainty; contradicting numbers and namesakes are left for staff to
 * decide.
 */
export function createPersonMatcher(people: readonly MatchablePerson[]): (row: MatchRow) => MatchResult {
  const by = new Map<string, MatchablePerson[]>();
  const buildKey = (column: MatchColumn, value: string): string => `${column} ${normaliseForMatch(column, value)}`;
  for (const person of people)
    for (const column of ['name', ...keys] as const)
      if (person[column] !== '') by.set(buildKey(column, person[column]), [...(by.get(buildKey(column, person[column])) ?? []), person]);
  const findByValue = (column: MatchColumn, value: string): readonly MatchablePerson[] => by.get(buildKey(column, value)) ?? [];
  const keepEnabled = (all: readonly MatchablePerson[]) => all.filter((one) => one.enabled);
  const open = (reason: Message, candidates: readonly MatchablePerson[] = []): MatchResult => ({
    kind: 'open',
    reason,
    candidates: candidates.slice(0, mostCandidates),
  });

  const matchByName = (row: MatchRow): MatchResult => {
    const namesakes = findByValue('name', row.name);
    const enabledNamesakes = keepEnabled(namesakes);
    if (enabledNamesakes.length === 0) return open(namesakes.length > 0 ? messages.disabled(row.name) : messages.nobody(row.name));
    const inClass = row.class === '' ? enabledNamesakes : enabledNamesakes.filter((one) => isSameValue('class', one.class, row.class));
    const [only] = inClass;
    if (inClass.length === 1 && only) return { kind: 'found', person: only };
    return inClass.length === 0
      ? open(messages.otherClass(row.name, row.class), enabledNamesakes)
      : open(messages.namesakes(inClass.length), inClass);
  };

  return (row) => {
    const filledColumns = keys.filter((column) => row[column] !== '');
    const [first] = filledColumns;
    if (first === undefined) return row.name === '' ? open(messages.emptyRow()) : matchByName(row);
    const hitsByColumn = new Map(filledColumns.map((column) => [column, keepEnabled(findByValue(column, row[column]))]));
    const candidates = [...new Set([...hitsByColumn.values()].flat())];
    const [person] = candidates;
    if (!person) {
      const disabledPerson = filledColumns.flatMap((column) => findByValue(column, row[column]))[0];
      if (disabledPerson) return open(messages.disabled(disabledPerson.name));
      const namesakes = row.name === '' ? [] : keepEnabled(findByValue('name', row.name));
      return open(messages.unknownKey(first), namesakes);
    }
    if (candidates.length > 1) return open(messages.disagree(filledColumns), candidates);
    // A number that the person has no record of does not contradict; a different recorded number does.
    const otherColumn = filledColumns.find((column) => person[column] !== '' && !isSameValue(column, person[column], row[column]));
    if (otherColumn) return open(messages.otherNumber(otherColumn, person.name), candidates);
    if (row.name !== '' && !isSameValue('name', person.name, row.name)) return open(messages.otherName(row.name, person.name), candidates);
    return { kind: 'found', person };
  };
}
