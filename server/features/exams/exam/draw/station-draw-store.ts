import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { DrawSetup, ownDraw } from '../../../../../sync/contract/exams/station-draw.ts';
import type { Database } from '../../../../db/schema.ts';
import { getRoundTimes } from '../../../../../sync/domain/exams/draw-rounds.ts';
import type { DrawnResult } from './station-draw.ts';

/** A draw as it is stored. `people`: user ids in the order that the draw started from. */
export interface StoredDraw {
  readonly number: number;
  readonly setup: DrawSetup;
  readonly seed: number;
  readonly people: readonly number[];
  readonly result: readonly DrawnResult[];
  readonly reason: string;
  readonly drawnBy: number;
  readonly drawnMs: number;
  readonly publishedBy: number | null;
  readonly publishedMs: number | null;
}

/** Stores the draws of plans. `db` may be a transaction. */
export function createStationDrawStore(db: Kysely<Database>) {
  /** Lists the draws of a plan, newest first. */
  const list = async (planId: number, atMost = 1000): Promise<StoredDraw[]> => {
    const rows = await db
      .selectFrom('station_draw')
      .selectAll()
      .where('plan_id', '=', planId)
      .orderBy('number', 'desc')
      .limit(atMost)
      .execute();
    return rows.map((row) => ({
      number: row.number,
      setup: JSON.parse(row.setup) as DrawSetup,
      seed: row.seed,
      people: JSON.parse(row.people) as number[],
      result: JSON.parse(row.result) as DrawnResult[],
      reason: row.reason,
      drawnBy: row.drawn_by,
      drawnMs: row.drawn_ms,
      publishedBy: row.published_by,
      publishedMs: row.published_ms,
    }));
  };
  return {
    list,

    /** Finds the newest draw of a plan, published or not. Only the newest draw is valid. */
    newest: async (planId: number): Promise<StoredDraw | undefined> => (await list(planId, 1))[0],
  };
}

/** Adds a draw that no examinee may see yet. */
export async function insertDraw(
  tx: Transaction<Database>,
  planId: number,
  draw: Omit<StoredDraw, 'publishedBy' | 'publishedMs'>,
): Promise<void> {
  await tx
    .insertInto('station_draw')
    .values({
      plan_id: planId,
      number: draw.number,
      setup: JSON.stringify(draw.setup),
      seed: draw.seed,
      people: JSON.stringify(draw.people),
      result: JSON.stringify(draw.result),
      reason: draw.reason,
      drawn_by: draw.drawnBy,
      drawn_ms: draw.drawnMs,
      published_by: null,
      published_ms: null,
    })
    .execute();
}

/** Marks a draw as published, so that the examinees see their own stations and task sheets. */
export async function markDrawPublished(
  tx: Transaction<Database>,
  planId: number,
  number: number,
  by: { readonly userId: number; readonly nowMs: number },
): Promise<void> {
  await tx
    .updateTable('station_draw')
    .set({ published_by: by.userId, published_ms: by.nowMs })
    .where('plan_id', '=', planId)
    .where('number', '=', number)
    .execute();
}

/** Adds start and end to each visit of an examinee to a station, from the round in which it takes place. */
export const addVisitTimes = (planStartMs: number, setup: DrawSetup, visits: DrawnResult['visits']) =>
  visits.map((visit) => ({ ...visit, ...getRoundTimes(planStartMs, setup, visit.round) }));

/** Finds what one examinee may see of the valid draw: their own stations and task sheet after the publication, otherwise null. */
export function findOwnDraw(draw: StoredDraw | undefined, planStartMs: number, userId: number): z.output<typeof ownDraw> | null {
  if (draw === undefined || draw.publishedMs === null) return null;
  const mine = draw.result.find((one) => one.userId === userId);
  return mine === undefined ? null : { sheet: mine.sheet, visits: addVisitTimes(planStartMs, draw.setup, mine.visits) };
}
