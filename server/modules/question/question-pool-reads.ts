import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { questionStatus } from '../../../sync/contract/codes.ts';
import type { Database } from '../../db/schema.ts';
import { profReads } from '../prof/prof-reads.ts';
import { bankIdOf } from './question-row.ts';
import { isNear, likenessOf, shinglesOf } from './question-sketch.ts';

/** Rows read at once: a few milliseconds of the server's one thread. */
const sliceRows = 1000;

/** A question as the assembly of papers sees it. */
export type PoolRow = Awaited<ReturnType<typeof poolSlice>>[number];

/** What a paper of this school may be drawn from: its own bank, and of the certified one the professions it offers. Retired questions aside. */
export function questionPoolReads(db: Kysely<Database>) {
  return {
    /** Differs from what it was before as soon as anything in the pool may have changed. */
    async key(schoolId: number): Promise<string> {
      const rows = await db
        .selectFrom('question_revision')
        .selectAll()
        .where('bank_id', 'in', [bankIdOf(null), schoolId])
        .orderBy('bank_id')
        .execute();
      const offered = await profReads(db).offeredIds(schoolId);
      const revisions = rows.map((row) => `${row.bank_id}:${row.revision}`);
      return `${schoolId} ${revisions.join()} ${offered.toSorted((a, b) => a - b).join()}`;
    },

    /** All of the pool, slice by slice; between two slices others get their turn. */
    async *slices(schoolId: number): AsyncGenerator<PoolRow[]> {
      const offered = await profReads(db).offeredIds(schoolId);
      for (const bank of [null, schoolId]) {
        if (bank === null && offered.length === 0) continue;
        let last = 0;
        for (;;) {
          const rows = await poolSlice(db, bank, last);
          yield bank === null ? rows.filter((row) => row.prof_id !== null && offered.includes(row.prof_id)) : rows;
          if (rows.length < sliceRows) break;
          last = rows.at(-1)?.id ?? last;
          await turn();
        }
      }
    },

    /** Those of the pool among `ids`. */
    async rows(schoolId: number, ids: readonly number[]): Promise<PoolRow[]> {
      const offered = await profReads(db).offeredIds(schoolId);
      const found: PoolRow[] = [];
      for (let at = 0; at < ids.length; at += sliceRows)
        found.push(
          ...(await poolRows(db)
            .where('id', 'in', ids.slice(at, at + sliceRows))
            .execute()),
        );
      return found.filter((row) =>
        row.school_id === null ? row.prof_id !== null && offered.includes(row.prof_id) : row.school_id === schoolId,
      );
    },

    /** Pairs of near-duplicates among the questions of each group. */
    async nearPairs(groups: readonly (readonly number[])[]): Promise<[number, number][]> {
      const ids = [...new Set(groups.flat())];
      const rows = [];
      for (let at = 0; at < ids.length; at += sliceRows)
        rows.push(
          ...(await db
            .selectFrom('question')
            .select(['id', 'plain', 'bands'])
            .where('id', 'in', ids.slice(at, at + sliceRows))
            .execute()),
        );
      // The bank is part of a band, so only questions of one bank are compared: as everywhere.
      const byBand = new Map<number, number[]>();
      for (const row of rows) for (const band of JSON.parse(row.bands) as number[]) byBand.set(band, [...(byBand.get(band) ?? []), row.id]);
      const together = groups.map((group) => new Set(group));
      const candidates = new Map([...byBand.values()].flatMap((band) => [...pairsOf(band)].map((pair) => [pair.join(' '), pair] as const)));
      const plain = new Map(rows.map((row) => [row.id, row.plain]));
      const shingles = (id: number): ReadonlySet<string> => shinglesOf(plain.get(id) ?? '');
      return [...candidates.values()].filter(
        ([a, b]) => together.some((group) => group.has(a) && group.has(b)) && isNear(likenessOf(shingles(a), shingles(b))),
      );
    },
  };
}

function* pairsOf(ids: readonly number[]): Generator<[number, number]> {
  for (const [at, one] of ids.entries())
    for (const other of ids.slice(at + 1)) if (one !== other) yield one < other ? [one, other] : [other, one];
}

const poolSlice = (db: Kysely<Database>, schoolId: number | null, after: number) =>
  poolRows(db)
    .where('school_id', schoolId === null ? 'is' : '=', schoolId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(sliceRows)
    .execute();

const poolRows = (db: Kysely<Database>) =>
  db
    .selectFrom('question')
    .select([
      'id',
      'school_id',
      'type',
      'status',
      'difficulty',
      'prof_id',
      'trade_id',
      'level',
      'point_code',
      'category',
      'used_count',
      'hash',
    ])
    .where('status', '<', questionStatus.retired);
