import { type Expression, type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { callDialectFunction } from './dialect-functions.ts';
import { countRows, type ListTotal, type PageOrder, readPage } from './list-page.ts';
import type { Database } from './schema.ts';

/**
 * Numbers of matches at which another way to the page is quicker. `few`: up to this many, the matches are read and sorted. `most`: up to this
 * many, they are counted and are the filter of the list; beyond, each row of the list is checked.
 */
interface MatchLimits {
  readonly few: number;
  readonly most: number;
}
export const matchLimits: MatchLimits = { few: 1_000, most: 10_000 };

/** Column of a word index that holds the id of the row. */
const wordIndexKey = 'rowid';

/** A list searched by a word index. */
interface MatchedList<TB extends keyof Database> {
  /** Selects the rows of the list with all conditions other than the search. `isFew`: the list starts with few matches, not with an index. */
  readonly rows: (isFew: boolean) => SelectQueryBuilder<Database, TB, object>;
  /** Column with the id by which the word index knows a row. It is unique, and last in the indexes of the list. */
  readonly idColumn: 'id' | 'user_id';
  /** Selects the matches of the word index. */
  readonly found: SelectQueryBuilder<Database, never, { rowid: number }>;
  /** Selects the matches for a filter of `rows`, which may leave some out. Default: `found`. */
  readonly filter?: SelectQueryBuilder<Database, never, { rowid: number }>;
  /** Tests whether a row of the list matches, without the index. Undefined if that takes longer than reading all matches. */
  readonly check?: Expression<SqlBool>;
  /** Tests a match of the words further: they find the parts of a keyword, perhaps apart from each other. */
  readonly also?: Expression<SqlBool> | undefined;
  /** The matches are exactly the rows of the list, so that their number is its total. */
  readonly isWhole: boolean;
  /** Number of matches if it was counted before, up to `most + 1`. */
  readonly counted?: number | undefined;
}

/** Counts the rows of a query, but stops at `most + 1`. */
export const countUpTo = (db: Kysely<Database>, rows: SelectQueryBuilder<Database, never, object>, most: number): Promise<number> =>
  countRows(db.selectFrom(rows.limit(most + 1).as('candidate')));

/** Reads the ids of one page of a searched list. Only the ids of the page reach this process. */
export async function readMatchedPage<TB extends keyof Database>(
  db: Kysely<Database>,
  { rows, idColumn, found, filter = found, check, also, isWhole, counted }: MatchedList<TB>,
  order: PageOrder<string, ListTotal>,
  { few, most }: MatchLimits = matchLimits,
): Promise<{ ids: number[]; total: ListTotal }> {
  const id = sql.ref<number>(idColumn);
  const totalOf = (count: number): ListTotal => (count > most ? { moreThan: most } : count);
  const countMatches = (): number | Promise<number> => {
    if (counted !== undefined) return counted;
    if (typeof order.known === 'object') return most + 1;
    return isWhole && order.known !== undefined ? order.known : countUpTo(db, found, most);
  };
  const matches = await countMatches();
  const rowCheck = matches > most ? check : undefined;
  if (isWhole && order.column === idColumn && rowCheck === undefined) {
    // The list is ordered by id, and so are the keys of the word index: read the page from the index alone.
    const key = callDialectFunction('matchKey', sql.ref(wordIndexKey)).as(wordIndexKey);
    const inOrder = { ...order, column: wordIndexKey, known: order.known ?? totalOf(matches) };
    const { items, total } = await readPage(found, inOrder, (base) => base.clearSelect().select(key), wordIndexKey);
    return { ids: items.map((row) => row.rowid), total };
  }
  const isFew = matches <= few;
  const isMatch = isFew ? sql<SqlBool>`${id} IN ${filter}` : callDialectFunction('isAmong', id, filter);
  const matching = rows(isFew).where(rowCheck ?? isMatch);
  const page = also === undefined ? matching : matching.where(also);
  const known = order.known ?? (isWhole ? totalOf(matches) : undefined);
  const count = async (): Promise<ListTotal> => totalOf(await countUpTo(db, page.select(id.as('id')), most));
  const { items, total } = await readPage(
    page,
    known === undefined ? order : { ...order, known },
    (base) => base.select(id.as('id')),
    idColumn,
    count,
  );
  return { ids: items.map((row) => row.id), total };
}
