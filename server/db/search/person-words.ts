import { userTypes, type UserType } from '../../../sync/contract/roles.ts';
import { toMatchText } from '../../../sync/domain/plain-text.ts';
import type { WordQuery } from '../dialect-functions.ts';
import { splitAtSigns } from './keyword-grams.ts';

/** Attributes by which a list of users is filtered. They are indexed as words that begin with "§", which no word of a text contains. */
interface PersonMarks {
  readonly schoolId?: number | undefined;
  /** A user matches if their type is in this list. */
  readonly types: readonly UserType[];
  readonly status?: number | undefined;
}

const allTypes = Object.keys(userTypes).map((type) => Number(type) as UserType);

const schoolMark = (id: number): string => `§school${id}`;
const typeMark = (type: number): string => `§type${type}`;
const statusMark = (status: number): string => `§status${status}`;

/**
 * Returns the words that `user_text` stores for a user: attribute marks, each character and each pair of neighbours. `rebuildPersonWords` keeps them
 * current.
 */
export function buildPersonWords(schoolId: unknown, type: unknown, status: unknown, ...texts: readonly unknown[]): string {
  const words = new Set([schoolMark(Number(schoolId)), typeMark(Number(type)), statusMark(Number(status))]);
  for (const text of texts)
    if (typeof text === 'string')
      for (const piece of splitAtSigns(text))
        for (let at = 0; at < piece.length; at++) words.add(piece.charAt(at)).add(piece.slice(at, at + 2));
  return [...words].join(' ');
}

/** Query of the word index for a keyword. `exact`: the index finds exactly the matching users; otherwise the texts must be compared. */
interface PersonSearch {
  readonly match: WordQuery;
  readonly exact: boolean;
}

/** Builds the query for a keyword, or returns undefined if the keyword has no searchable character. */
export function buildPersonSearch(keyword: string, { schoolId, types, status }: PersonMarks): PersonSearch | undefined {
  const pieces = splitAtSigns(keyword);
  if (pieces.length === 0) return undefined;
  const words = new Set<string>();
  for (const piece of pieces) {
    if (piece.length === 1) words.add(piece);
    for (let at = 0; at + 1 < piece.length; at++) words.add(piece.slice(at, at + 2));
  }
  if (schoolId !== undefined) words.add(schoolMark(schoolId));
  if (status !== undefined) words.add(statusMark(status));
  const one = types.length === 1;
  if (one) for (const type of types) words.add(typeMark(type));
  const others = allTypes.filter((type) => !types.includes(type)).map(typeMark);
  const kind = one ? {} : { kind: { these: types.map(typeMark), others } };
  const [whole] = pieces;
  const exact = whole !== undefined && whole.length <= 2 && whole === toMatchText(keyword).toLowerCase();
  return { match: { all: [...words], any: [], none: [], ...kind }, exact };
}
