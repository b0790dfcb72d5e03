import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import { epochMs, id } from '../scalars.ts';

const staff = ['school', 'teacher'] as const;
const examineeOfPlan = { planId: id, userId: id };
/** Answer value as an op holds it. */
const answerValue = z.array(z.string().max(4000)).max(20);
/** Number of a sheet: the epoch that was granted for it, as for a sitting at a PC. */
const sheetNo = z.int().min(2);

/**
 * Calls for an examinee who continues on paper. The rest of the paper is printed with the answers so far, and staff type the sheet in
 * afterwards.
 */
export const sheetCalls = {
  issueSheet: {
    summary:
      'Give an examinee a sheet of paper to go on with, in place of the PC; asked for again, the one they have. What a PC delivers later waits for a person (SY15)',
    input: z.object(examineeOfPlan),
    output: z.object({ sheet: sheetNo }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  getSheet: {
    summary:
      'The questions of somebody who goes on with a pen, with their answers so far; neither keys nor points of an answer. Without a sheet there are none',
    /** `sheet`: an earlier sheet, given out before the examinee returned to a PC. */
    input: z.object({ ...examineeOfPlan, sheet: sheetNo.optional() }),
    output: z.object({
      planId: id,
      planName: z.string(),
      userId: id,
      name: z.string(),
      seatLabel: z.string(),
      ticketNo: z.string(),
      variant: z.string(),
      startMs: epochMs,
      deadlineMs: epochMs,
      /** True if scores were released; answers typed in now would not count. */
      released: z.boolean(),
      handedIn: z.boolean(),
      /** The requested sheet, or else the current one; null if there is none. */
      sheet: sheetNo.nullable(),
      items: z.array(
        z.object({
          itemId: z.string(),
          section: z.string(),
          type: z.int(),
          points: z.number(),
          stem: z.string(),
          options: z.array(z.object({ id: z.string(), html: z.string() })),
          /** Number of blanks to fill in. */
          blanks: z.int().min(0),
          /** True for items performed or spoken before assessors. They are not on the sheet. */
          shown: z.boolean(),
          value: answerValue,
        }),
      ),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: false,
  },
  enterSheet: {
    summary: 'Type in what stands on a sheet. What is there already is not written again; what was answered at a later PC stands above it',
    input: z.object({
      ...examineeOfPlan,
      sheet: sheetNo,
      answers: z
        .array(z.object({ itemId: z.string().regex(/^[1-9][0-9]{0,3}$/), value: answerValue }))
        .min(1)
        .max(400),
    }),
    output: z.object({ written: z.int() }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused', 'invalid'],
    changes: true,
    maxBytes: 4 * 1024 * 1024,
  },
} as const satisfies Record<string, CallSpec>;
