import { type Expression, type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { callDialectFunction } from './dialect-functions.ts';
import { countRows, type ListTotal, orderByColumn, type PageOrder, readPage } from './list-page.ts';
import type { Database } from './schema.ts';

/**
 * Numbers of matches up to which a way of reading the page is the quickest. Up to
 * `maxDirectMatches`, the matches are read and sorted. Up to `maxMatches`, the list is read in its order and filtered by the matches; if each match
 * needs a further test, the matches are read and sorted instead. Above `maxMatches`, each row of the list is tested.
 */
interface MatchLimits {
  readonly maxDirectMatches: number;
  readonly maxMatches: number;
}
export const matchLimits: MatchLimits = { maxDirectMatches: 1_000, maxMatches: 10_000 };

/** Column of a word index that holds the id of the row. */
const wordIndexKey = 'rowid';

type Matches = SelectQueryBuilder<Database, never, { rowid: number }>;
type IdQuery = SelectQueryBuilder<Database, never, { id: number }>;

interface NearRows<TB extends keyof Database> {
  /** Selects the rows of the list, without an order. It may omit conditions that `test` implies. */
  readonly near: SelectQueryBuilder<Database, TB, object>;
  /** Tests whether the row with this id is a match. */
  readonly test: (id: Expression<unknown>) => Expression<SqlBool>;
}

/** A list searched by a word index. */
interface MatchedList<TB extends keyof Database> {
  /**
   * Selects the rows of the list with all conditions other than the search. `isFew`: true if the engine should start with the few matches instead of
   * an index of the list.
   */
  readonly rows: (isFew: boolean) => SelectQueryBuilder<Database, TB, object>;
  /** Column with the id by which the word index knows a row. It is unique, and last in the indexes of the list. */
  readonly idColumn: 'id' | 'user_id';
  /** Selects the matches of the word index. */
  readonly found: Matches;
  /** Selects the matches by which `rows` is filtered. It may include matches that `rows` leaves out anyway. Default: `found`. */
  readonly filter?: Matches;
  /** Tests whether a row of the list matches, without the index. Undefined if that takes longer than reading all matches. */
  readonly check?: Expression<SqlBool>;
  /** How to test rows one by one with the word index. Used for a page near an end of the order, if there are very many matches. */
  readonly oneByOne?: NearRows<TB>;
  /** Further test of each match. It is needed if the index finds the parts of a keyword, which may stand apart in the text. */
  readonly extraCondition?: Expression<SqlBool> | undefined;
  /** True if the matches are exactly the rows of the list, so that their number is its total. */
  readonly isWhole: boolean;
  /** Number of matches if it was counted before, up to `maxMatches + 1`. */
  readonly knownMatchCount?: number | undefined;
}

/** Counts the rows of a query, but stops at `most + 1`. */
export const countUpTo = (db: Kysely<Database>, rows: SelectQueryBuilder<Database, never, object>, most: number): Promise<number> =>
  countRows(db.selectFrom(rows.limit(most + 1).as('candidate')));

/** Number of rows tested from one end of the list, as a multiple of the number of rows from that end to the end of the page. */
const nearTimes = 4;
/** Maximum number of rows of a list that are tested one by one. */
const mostNear = 160;

/**
 * Reads a page near an end of the list by testing the rows at that end one by one, which is quicker than reading very many matches. Returns
 * undefined if these rows do not fill the page.
 */
async function readNearIds<TB extends keyof Database>(
  db: Kysely<Database>,
  { near, test, idColumn }: NearRows<TB> & Pick<MatchedList<TB>, 'idColumn'>,
  order: PageOrder<string, ListTotal>,
): Promise<number[] | undefined> {
  const { offset, limit, fromEnd = false } = order;
  const length = nearTimes * (offset + limit);
  if (length > mostNear) return undefined;
  const descending = order.descending !== fromEnd;
  const columns = [...new Set([order.column, idColumn])] as never;
  const rows = orderByColumn(near.select(columns), order, descending, idColumn).limit(length) as unknown as IdQuery;
  const matching = db
    .selectFrom(rows.as('near'))
    .select(sql.ref<number>(idColumn).as('id'))
    .where(test(sql.ref(`near.${idColumn}`)));
  const pageRows = await orderByColumn(matching, order, descending, idColumn).offset(offset).limit(limit).execute();
  if (pageRows.length < limit) return undefined;
  const ids = pageRows.map(({ id }) => id);
  return fromEnd ? ids.toReversed() : ids;
}

/** Returns the total of a list whose rows were counted with `countUpTo`. */
export const toListTotal = (count: number, { maxMatches }: Pick<MatchLimits, 'maxMatches'>): ListTotal =>
  count > maxMatches ? { moreThan: maxMatches } : count;

/** Reads the ids of one page of a searched list. Only the ids of the page reach this process. */
export async function readMatchedPage<TB extends keyof Database>(
  db: Kysely<Database>,
  { rows, idColumn, found, filter = found, check, oneByOne, extraCondition, isWhole, knownMatchCount }: MatchedList<TB>,
  order: PageOrder<string, ListTotal>,
  { maxDirectMatches, maxMatches }: MatchLimits = matchLimits,
): Promise<{ ids: number[]; total: ListTotal }> {
  const id = sql.ref<number>(idColumn);
  const totalOf = (count: number): ListTotal => toListTotal(count, { maxMatches });
  const countMatches = (): number | Promise<number> => {
    if (knownMatchCount !== undefined) return knownMatchCount;
    if (typeof order.known === 'object') return maxMatches + 1;
    return isWhole && order.known !== undefined ? order.known : countUpTo(db, found, maxMatches);
  };
  const matches = await countMatches();
  const rowCheck = matches > maxMatches ? check : undefined;
  const knownTotal = order.known ?? (isWhole ? totalOf(matches) : undefined);
  if (isWhole && order.column === idColumn && rowCheck === undefined) {
    // The list is ordered by id, and so are the keys of the word index: read the page from the index alone.
    const key = callDialectFunction('matchKey', sql.ref(wordIndexKey)).as(wordIndexKey);
    const inOrder = { ...order, column: wordIndexKey, known: order.known ?? totalOf(matches) };
    const { items, total } = await readPage(found, inOrder, (base) => base.clearSelect().select(key), wordIndexKey);
    return { ids: items.map((row) => row.rowid), total };
  }
  if (oneByOne && matches > maxMatches && knownTotal !== undefined) {
    const ids = await readNearIds(db, { ...oneByOne, idColumn }, order);
    if (ids) return { ids, total: knownTotal };
  }
  // If each match needs a further test, counting the rows that pass would walk the whole list. So up to `maxMatches` matches are read and sorted.
  const isFew = matches <= (extraCondition === undefined ? maxDirectMatches : maxMatches);
  const isMatch = isFew ? sql<SqlBool>`${id} IN ${filter}` : callDialectFunction('isAmong', id, filter);
  const matching = rows(isFew).where(rowCheck ?? isMatch);
  const page = extraCondition === undefined ? matching : matching.where(extraCondition);
  if (isFew && extraCondition !== undefined && knownTotal === undefined && order.fromEnd !== true) {
    const numbered = page.select([id.as('id'), sql<number>`count(*) OVER ()`.as('count')]);
    const items = await orderByColumn(numbered, order, order.descending, idColumn).offset(order.offset).limit(order.limit).execute();
    const [first] = items;
    if (first) return { ids: items.map((row) => row.id), total: first.count };
  }
  const count = async (): Promise<ListTotal> => totalOf(await countUpTo(db, page.select(id.as('id')), maxMatches));
  const { items, total } = await readPage(
    page,
    knownTotal === undefined ? order : { ...order, known: knownTotal },
    (base) => base.select(id.as('id')),
    idColumn,
    count,
  );
  return { ids: items.map((row) => row.id), total };
}
