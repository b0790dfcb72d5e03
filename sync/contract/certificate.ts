import { z } from 'zod';
import { defineCalls } from './call.ts';
import { professionLevels } from './codes.ts';
import { examParts } from './exam-part.ts';
import { empty, epochMs, id, shortText } from './scalars.ts';

const keepers = ['school', 'teacher'] as const;
const plan = z.object({ planId: id });
const level = z.literal(professionLevels);

/** Y or S, 4 digits for the body, 2 for the province and 6 for the site, then year, level and serial number: 22 characters. */
export const certificateNumber = /^[YS]\d{21}$/;

/** `part` is null on certificates issued before parts were named. */
const part = z.object({ part: z.enum(examParts).nullable(), name: z.string(), points: z.number(), passPoints: z.number() });
const certificate = z.object({
  id,
  number: z.string(),
  name: z.string(),
  profession: z.string(),
  level,
  parts: z.array(part),
  issuedMs: epochMs,
  revokedMs: epochMs.nullable(),
  revokeReason: z.string(),
});

export const certificateCalls = defineCalls('certificate', {
  getCandidates: {
    summary: 'Who has passed every part of an exam, at the first try or re-sat, and who has their certificate',
    input: plan,
    output: z.object({
      /** Parts of the exam. `released`: scores of at least one of its plans, first exam or resit, are released. */
      parts: z.array(z.object({ part: z.enum(examParts), released: z.boolean() })),
      items: z.array(
        z.object({
          userId: id,
          name: z.string(),
          ticketNo: z.string(),
          /** Results in the order of the parts; `points` is null while no score is released. */
          parts: z.array(z.object({ points: z.number().nullable(), passed: z.boolean() })),
          passed: z.boolean(),
          certificate: z.object({ id, number: z.string(), revokedMs: epochMs.nullable() }).nullable(),
        }),
      ),
    }),
    access: keepers,
    rows: [{ of: 'plan', act: 'read', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: false,
  },
  issue: {
    summary: 'Certificates for everybody who passed every part and has none: numbers follow each other without a gap',
    input: plan.extend({
      professionId: id,
      level,
      kind: z.enum(['Y', 'S']),
      body: z.string().regex(/^\d{4}$/),
      province: z.string().regex(/^\d{2}$/),
      site: z.string().regex(/^\d{6}$/),
    }),
    output: z.object({ issued: z.int() }),
    access: keepers,
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
    once: true,
  },
  revoke: {
    summary: 'A certificate is valid no more. Its number is never given again',
    input: plan.extend({ id, reason: shortText.max(300) }),
    output: empty,
    access: keepers,
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound'],
    changes: true,
  },
  getById: {
    summary: 'One certificate to print: its holder, and staff of the school',
    input: z.object({ id }),
    output: certificate.extend({
      school: z.object({ title: z.string(), logo: z.string() }),
      sex: z.int(),
      idType: z.int(),
      /** Masked as everywhere. The birthday is not included, because it would reveal the hidden digits. */
      idNumber: z.string(),
      photo: z.string(),
    }),
    access: ['school', 'teacher', 'student', 'examUser'],
    errors: ['notFound'],
    changes: false,
  },
  verify: {
    summary: 'Is there a certificate of this number, and is it valid? Tells no more than stands on its face, with the name masked',
    input: z.object({ number: z.string().trim().max(40) }),
    output: z.object({
      found: z.boolean(),
      valid: z.boolean(),
      name: z.string(),
      profession: z.string(),
      level: level.nullable(),
      issuedMs: epochMs.nullable(),
    }),
    access: 'public',
    errors: [],
    changes: false,
  },
});
