import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import { examParts } from './exam-part.ts';
import { epochMs, id, shortText } from '../scalars.ts';

const staff = ['school', 'teacher'] as const;

/** `single`: each examinee works at one station. `rotation`: each examinee passes through all stations, one a round. */
export const drawModes = ['single', 'rotation'] as const;

const label = shortText.max(60);
const isDistinct = (labels: readonly string[]): boolean => new Set(labels).size === labels.length;

/** Maximum number of stations of a rotation, because more columns do not fit on the printed record. */
export const maxRotationStations = 12;

/** Stations and task sheets of a draw, by name, and the times of its rounds. */
export const drawSetup = z.object({
  mode: z.enum(drawModes),
  stations: z.array(label).min(1).max(100).refine(isDistinct),
  sheets: z.array(label).min(1).max(100).refine(isDistinct),
  /** Minutes from the start of the plan to the start of the first round. */
  firstRoundAfterMinutes: z.int().min(0).max(720),
  roundMinutes: z.int().min(1).max(720),
  /** Minutes between two rounds. */
  changeMinutes: z.int().min(0).max(120),
});
export type DrawSetup = z.output<typeof drawSetup>;

/** An examinee's stay at one station. `round` counts from 0. */
const visit = z.object({ round: z.int(), station: z.string(), startMs: epochMs, endMs: epochMs });

/** Task sheet and stations that one examinee drew. `group`: examinees with the same number (from 0) start together. */
export const drawnPlace = z.object({
  userId: id,
  name: z.string(),
  ticketNo: z.string(),
  group: z.int(),
  sheet: z.string(),
  visits: z.array(visit),
});

/** Record of one draw of stations and task sheets for a plan. */
export const stationDraw = z.object({
  /** Number of the draw within the plan: 1, 2, 3 and so on. The draw with the highest number counts. */
  number: z.int(),
  setup: drawSetup,
  seed: z.int(),
  /** Reason for drawing again; '' for the first draw. */
  reason: z.string(),
  drawnBy: z.string(),
  drawnMs: epochMs,
  publishedBy: z.string(),
  /** Time at which the result was shown to the examinees; null before. */
  publishedMs: epochMs.nullable(),
  /** True if the present program, given the stored seed and setup, draws the stored result again. */
  repeatable: z.boolean(),
  places: z.array(drawnPlace),
  /** Names of examinees who joined the plan after the draw, and so have no place in it. */
  missing: z.array(z.string()),
});

/** An examinee's own result of the draw, visible to them once the draw is published. */
export const ownDraw = z.object({ sheet: z.string(), visits: z.array(visit) });

/** Calls of the draw of stations and task sheets for a practical part. */
export const stationDrawCalls = {
  getDraws: {
    summary: 'Draws of stations and task sheets of a plan, newest first',
    input: z.object({ id }),
    output: z.object({ id, name: z.string(), part: z.enum(examParts), draws: z.array(stationDraw) }),
    access: staff,
    rows: [{ of: 'plan', act: 'read', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  drawStations: {
    summary:
      'Draw stations and task sheets for all examinees of a practical part; a further draw needs a reason and keeps the earlier ones',
    input: z.object({
      id,
      /** Number of the newest draw that the caller has seen; 0 for none. The call is refused if there is a newer one. */
      seen: z.int().min(0),
      setup: drawSetup.refine(({ mode, stations }) => mode === 'single' || stations.length <= maxRotationStations, { path: ['stations'] }),
      reason: z.string().trim().max(200),
    }),
    output: z.object({ number: z.int(), seed: z.int() }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'id' }],
    errors: ['notFound', 'refused'],
    changes: true,
    once: true,
  },
  publishDraw: {
    summary: 'Show every examinee their own stations and task sheet of the newest draw. Done again, it stands as it is',
    input: z.object({ id, number: z.int().min(1) }),
    output: z.object({ publishedMs: epochMs }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'id' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
} as const satisfies Record<string, CallSpec>;
