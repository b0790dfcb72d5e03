import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { questionStatus } from '../../../../sync/contract/codes.ts';
import { certifiedBankId } from '../../../db/schema/question.ts';
import type { Database } from '../../../db/schema.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';
import { NearQuestionIndex, type QuestionSketch } from './similarity/question-near-index.ts';
import { computeSortedShingles } from './similarity/question-sketch.ts';
import { sliceValues } from '../../../db/slice-values.ts';

/** Rows per query: a few milliseconds of work before the next yield to the event loop. */
const sliceRows = 1000;
/** Yield to the event loop after computing the similarity sketches of this many questions, which takes a few milliseconds. */
const sketchesPerTurn = 100;

/** A question as the assembly of papers sees it. */
export type PoolRow = Awaited<ReturnType<typeof readPoolSlice>>[number];

/**
 * Reads the pool that papers of a school are drawn from: its own bank, and the certified questions of the professions it offers. Retired questions
 * are left out.
 */
export function createQuestionPoolReads(db: Kysely<Database>) {
  return {
    /** Returns a cache key that changes whenever anything in the pool may have changed. */
    async key(schoolId: number): Promise<string> {
      const rows = await db
        .selectFrom('question_revision')
        .selectAll()
        .where('bank_id', 'in', [certifiedBankId, schoolId])
        .orderBy('bank_id')
        .execute();
      const offered = await createProfessionReads(db).offeredIds(schoolId);
      const revisions = rows.map((row) => `${row.bank_id}:${row.revision}`);
      return `${schoolId} ${revisions.join()} ${offered.toSorted((a, b) => a - b).join()}`;
    },

    /** Yields the whole pool in slices, and returns to the event loop between two slices. */
    async *slices(schoolId: number): AsyncGenerator<PoolRow[]> {
      const offered = await createProfessionReads(db).offeredIds(schoolId);
      for (const bank of [certifiedBankId, schoolId]) {
        if (bank === certifiedBankId && offered.length === 0) continue;
        let last = 0;
        for (;;) {
          const rows = await readPoolSlice(db, bank, last);
          yield bank === certifiedBankId ? rows.filter((row) => row.prof_id !== null && offered.includes(row.prof_id)) : rows;
          if (rows.length < sliceRows) break;
          last = rows.at(-1)?.id ?? last;
          await turn();
        }
      }
    },

    /** Returns the questions among `ids` that belong to the pool. */
    async rows(schoolId: number, ids: readonly number[]): Promise<PoolRow[]> {
      const offered = await createProfessionReads(db).offeredIds(schoolId);
      const found: PoolRow[] = [];
      for (const some of sliceValues(ids, sliceRows)) found.push(...(await selectPoolRows(db).where('id', 'in', some).execute()));
      return found.filter((row) =>
        row.school_id === certifiedBankId ? row.prof_id !== null && offered.includes(row.prof_id) : row.school_id === schoolId,
      );
    },

    /** Returns pairs of near-duplicates within each group. */
    async nearPairs(groups: readonly (readonly number[])[]): Promise<[number, number][]> {
      const sketches = await readSketches(db, groups.flat());
      const pairs = new Map<string, [number, number]>();
      for (const group of groups) {
        const before = new NearQuestionIndex(sketches);
        for (const id of new Set(group)) {
          for (const other of await before.findSimilar(id)) {
            const pair: [number, number] = id < other ? [id, other] : [other, id];
            pairs.set(pair.join(' '), pair);
          }
          before.add(id);
        }
      }
      return [...pairs.values()];
    },

    /** Returns those of `ids` that nearly equal one of `others`. */
    async findRepeats(ids: readonly number[], others: readonly number[]): Promise<Set<number>> {
      const sketches = await readSketches(db, [...ids, ...others]);
      const nearIndex = new NearQuestionIndex(sketches);
      for (const other of others) nearIndex.add(other);
      const repeats = new Set<number>();
      for (const id of ids) if ((await nearIndex.findSimilar(id, 1)).length > 0) repeats.add(id);
      return repeats;
    },
  };
}

async function readSketches(db: Kysely<Database>, ids: readonly number[]): Promise<ReadonlyMap<number, QuestionSketch>> {
  const uniqueIds = [...new Set(ids)];
  const sketches = new Map<number, QuestionSketch>();
  for (const idSlice of sliceValues(uniqueIds, sliceRows)) {
    const rows = await db.selectFrom('question').select(['id', 'plain', 'bands']).where('id', 'in', idSlice).execute();
    for (const [index, row] of rows.entries()) {
      sketches.set(row.id, { bands: JSON.parse(row.bands) as number[], shingles: computeSortedShingles(row.plain) });
      if (index % sketchesPerTurn === sketchesPerTurn - 1) await turn();
    }
  }
  return sketches;
}

const readPoolSlice = (db: Kysely<Database>, schoolId: number, after: number) =>
  selectPoolRows(db).where('school_id', '=', schoolId).where('id', '>', after).orderBy('id').limit(sliceRows).execute();

const selectPoolRows = (db: Kysely<Database>) =>
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
