import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { callDialectFunction } from '../../../../db/dialect-functions.ts';
import type { Database } from '../../../../db/schema.ts';
import { crowdedBandSize, findLikeliest, findNearestText } from './question-nearness.ts';
import { isNearLikeness, computeSortedLikeness, computeSortedShingles } from './question-sketch.ts';
import { sliceValues } from '../../../../db/slice-values.ts';

interface CandidateText {
  readonly row: number;
  readonly plain: string;
  /** Bands (hashes that similar texts share) that `computeBands` computed for the bank in which to search. */
  readonly bands: readonly number[];
}
export interface NearQuestion {
  readonly id: number;
  readonly plain: string;
  readonly likeness: number;
}

/** Questions per query of `nearest`: a few milliseconds of work before it yields to the event loop. */
const perTurn = 200;
/** Questions per query of `allNear`. Fewer than `perTurn`, because each question is compared with all questions that share a band with it. */
const comparedPerTurn = 20;
const idsPerQuery = 500;

const dropIfCrowded = (ids: readonly number[]): readonly number[] => (ids.length > crowdedBandSize ? [] : ids);

/** Finds near-duplicates in the stored banks. Bands that more than `crowdedBandSize` questions share are ignored. */
export function createQuestionNearStore(db: Kysely<Database>) {
  return {
    /** Finds the nearest question of the bank for each of many questions. Keys of the map are their row numbers. */
    async nearest(questions: readonly CandidateText[]): Promise<Map<number, NearQuestion>> {
      const nearestByRow = new Map<number, NearQuestion>();
      for (const slice of sliceValues(questions, perTurn)) {
        const holders = await findHolders(slice.flatMap((one) => one.bands));
        const candidates = slice.map((one) => findLikeliest(one.bands.map((band) => holders.get(band) ?? [])));
        const ids = [...new Set(candidates.flat())];
        const rows = ids.length === 0 ? [] : await db.selectFrom('question').select(['id', 'plain']).where('id', 'in', ids).execute();
        const byId = new Map(rows.map((row) => [row.id, row]));
        for (const [index, one] of slice.entries()) {
          const best = findNearestText(
            one.plain,
            (candidates[index] ?? []).flatMap((id) => byId.get(id) ?? []),
          );
          if (best) nearestByRow.set(one.row, best);
        }
        await nextTurn();
      }
      return nearestByRow;
    },

    /** Returns the ids of all questions that nearly equal one of the given questions, in the banks for which their bands were computed. */
    async allNear(questions: readonly Omit<CandidateText, 'row'>[]): Promise<Set<number>> {
      const near = new Set<number>();
      for (const slice of sliceValues(questions, comparedPerTurn)) {
        const holders = await findHolders(slice.flatMap((one) => one.bands));
        const sharing = slice.map((one) => new Set(one.bands.map((band) => holders.get(band) ?? []).flatMap(dropIfCrowded)));
        const shingles = await readShingles([...new Set(sharing.flatMap((ids) => [...ids]))]);
        for (const [index, { plain }] of slice.entries()) {
          const contentShingles = computeSortedShingles(plain);
          for (const id of sharing[index] ?? []) {
            const otherShingles = near.has(id) ? undefined : shingles.get(id);
            if (otherShingles && isNearLikeness(computeSortedLikeness(contentShingles, otherShingles))) near.add(id);
          }
        }
        await nextTurn();
      }
      return near;
    },
  };

  async function readShingles(ids: readonly number[]): Promise<Map<number, Uint32Array>> {
    const shinglesById = new Map<number, Uint32Array>();
    for (const idSlice of sliceValues(ids, idsPerQuery)) {
      const rows = await db.selectFrom('question').select(['id', 'plain']).where('id', 'in', idSlice).execute();
      for (const { id, plain } of rows) shinglesById.set(id, computeSortedShingles(plain));
      await nextTurn();
    }
    return shinglesById;
  }

  /** Maps each band to the questions that have it; at most `crowdedBandSize + 1` ids, which suffices to recognise a crowd. */
  async function findHolders(bands: readonly number[]): Promise<Map<number, number[]>> {
    if (bands.length === 0) return new Map();
    const { rows } = await sql<{ band: number; ids: string }>`
      SELECT asked.value AS band,
        (SELECT ${callDialectFunction('gathered', sql`question_id`)} FROM
          (SELECT question_id FROM question_band WHERE question_band.band = asked.value LIMIT ${crowdedBandSize + 1}) AS held) AS ids
      FROM ${callDialectFunction('listed', sql`${JSON.stringify([...new Set(bands)])}`)}`.execute(db);
    return new Map(rows.map(({ band, ids }) => [band, JSON.parse(ids) as number[]]));
  }
}
