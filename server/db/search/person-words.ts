import { userTypes, type UserType } from '../../../sync/contract/roles.ts';
import { userStatus } from '../../../sync/contract/codes.ts';
import { toMatchText } from '../../../sync/domain/plain-text.ts';
import type { WordQuery } from '../dialect-functions.ts';
import { listSigns, mark, splitAtSigns } from './keyword-grams.ts';

/** Attributes by which a list of users is filtered. They are indexed as words; PostgreSQL's word index table has columns for them too. */
interface PersonMarks {
  /** School whose users are listed; undefined means all schools. */
  readonly schoolId?: number | undefined;
  /** A user matches if their type is in this list. */
  readonly types: readonly UserType[];
  readonly status?: number | undefined;
}

const allTypes = Object.keys(userTypes).map((type) => Number(type) as UserType);
const signMarks = (text: string): string[] => listSigns(text).map((sign) => mark('sign', sign));
const addSchoolPrefix = (schoolId: number | undefined, words: Iterable<string>): string[] =>
  [...words].map((word) => (schoolId === undefined ? word : `${schoolId}§${word}`));

/**
 * Returns the words that `user_text` stores for a user: attribute marks, each character, each pair of neighbours, and the signs. Each word is stored
 * twice: with the school in front, so that the users of a thousand schools do not lengthen each other's posting lists, and alone, for the list of all
 * schools. `rebuildPersonWords` keeps the words current.
 */
export function buildPersonWords(schoolId: unknown, type: unknown, status: unknown, ...texts: readonly unknown[]): string {
  const words = new Set([mark('type', Number(type)), mark('status', Number(status))]);
  for (const text of texts)
    if (typeof text === 'string') {
      for (const piece of splitAtSigns(text))
        for (let at = 0; at < piece.length; at++) words.add(piece.charAt(at)).add(piece.slice(at, at + 2));
      for (const sign of signMarks(text)) words.add(sign);
    }
  return [...addSchoolPrefix(Number(schoolId), words), ...words].join(' ');
}

/** Query of the word index for a keyword. `exact`: the index finds exactly the matching users; otherwise the caller must also compare the texts. */
interface PersonSearch {
  readonly match: WordQuery;
  readonly exact: boolean;
}

/** Builds the query for a keyword, or returns undefined if the keyword has no searchable character. */
export function buildPersonSearch(keyword: string, { schoolId, types, status }: PersonMarks): PersonSearch | undefined {
  const pieces = splitAtSigns(keyword);
  const words = new Set(signMarks(keyword));
  const isOnlySigns = pieces.length === 0;
  for (const piece of pieces) {
    if (piece.length === 1) words.add(piece);
    for (let at = 0; at + 1 < piece.length; at++) words.add(piece.slice(at, at + 2));
  }
  if (words.size === 0) return undefined;
  const plain = toMatchText(keyword).toLowerCase();
  const exact = plain.length <= 2 && (isOnlySigns ? !/\s/.test(plain) : plain === pieces[0]);
  // Nearly all users are enabled, so looking up this word takes long and narrows little. It is a facet instead, which PostgreSQL tests in a column.
  const isEnabled = status === userStatus.enabled;
  if (status !== undefined && !isEnabled) words.add(mark('status', status));
  const listTypeMarks = (listedTypes: readonly UserType[]) =>
    addSchoolPrefix(
      schoolId,
      listedTypes.map((type) => mark('type', type)),
    );
  const isOneType = types.length === 1;
  const kind = { these: listTypeMarks(types), others: listTypeMarks(allTypes.filter((type) => !types.includes(type))) };
  const all = [...addSchoolPrefix(schoolId, words), ...(isOneType ? kind.these : [])];
  const facets = [
    ...(isOneType ? [] : [{ column: 'person_type', values: types, query: { kind } }]),
    ...(isEnabled
      ? [{ column: 'person_status', values: [status], query: { all: addSchoolPrefix(schoolId, [mark('status', status)]) } }]
      : []),
  ];
  return { match: { all, any: [], none: [], ...(facets.length > 0 && { facets }) }, exact };
}
