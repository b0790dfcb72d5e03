import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import { id } from '../scalars.ts';

/** Calls for printed answer cards, on which examinees fill bubbles. */
export const answerCardCalls = {
  getAnswerCards: {
    summary:
      'Rows of bubbles on the answer cards of a published plan, and boxes for its written questions if wanted, for each variant of its paper. Keys are not part of it',
    input: z.object({ planId: id, boxes: z.boolean() }),
    output: z.object({
      planId: id,
      variants: z.array(
        z.object({
          variant: z.string(),
          sections: z.array(
            z.object({
              title: z.string(),
              rows: z.array(z.object({ label: z.string(), options: z.array(z.string()), many: z.boolean() })),
              boxes: z.array(z.object({ label: z.string(), heightMm: z.number() })),
            }),
          ),
          /** Number of questions that are answered on the paper itself. */
          written: z.int(),
          /** Number of written questions for which a card can have a box. */
          boxable: z.int(),
        }),
      ),
    }),
    access: ['school', 'teacher'],
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: false,
  },
} as const satisfies Record<string, CallSpec>;
