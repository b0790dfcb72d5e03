import { z } from 'zod';
import { recognitionTypes } from '../code-lists.ts';
import { defineCalls } from '../call.ts';
import { examPartCodes, offerStatus } from '../codes.ts';
import { offerFields, offerShownValues, defineOfferStatusCall } from './offer.ts';
import { websiteCodePattern } from '../patterns.ts';
import { emptyInput, epochMs, id, shortText } from '../scalars.ts';
import { defineResourceCalls } from '../resource-calls.ts';
import { defineResource } from '../resource.ts';

/** Requirements for an applicant's photo, in pixels and kilobytes. Physical size in millimetres does not matter. */
export const photoRule = z.object({
  width: z.int().min(100).max(2000),
  height: z.int().min(100).max(2000),
  minKb: z.int().min(0).max(2000),
  maxKb: z.int().min(10).max(5000),
  background: z.enum(['any', 'white', 'blue', 'red']),
});
export type PhotoRule = z.output<typeof photoRule>;
const usualPhoto: PhotoRule = { width: 295, height: 413, minKb: 10, maxKb: 200, background: 'white' };

/** An enrolment batch (报名批次): the offer under which applicants enrol for recognition (the certification exam) with a form. */
export const enrolmentBatchResource = defineResource({
  name: 'enrollBatch',
  module: 'batch',
  words: ['报名批次', 'Enrolment batch'],
  of: 'school',
  title: 'name',
  fields: {
    ...offerFields,
    tradeId: { words: ['工种', 'Trade'], is: id.nullable(), blank: null, example: null },
    /** Type of recognition: its position in `recognitionTypes`, counted from 1; 0 if the applicant chooses it. */
    recognition: { words: ['认定类型', 'Recognition type'], is: z.int().min(0).max(recognitionTypes.length), blank: 0, example: 1 },
    parts: {
      words: ['科目', 'Parts'],
      is: z
        .array(z.object({ part: z.enum(examPartCodes), resit: z.boolean() }))
        .min(1)
        .max(examPartCodes.length),
      blank: [
        { part: 'theory', resit: false },
        { part: 'practical', resit: false },
      ],
      example: [{ part: 'theory', resit: false }],
      storedAs: 'json',
    },
    /** Number of places in the batch; 0 means unlimited. */
    quota: { words: ['名额', 'Quota'], is: z.int().min(0).max(100_000), blank: 0, example: 120 },
    waitingList: { words: ['满额后候补', 'Waiting list'], is: z.boolean(), blank: true, example: true, storedAs: 'flag' },
    photoRule: { words: ['照片规格', 'Photo requirements'], is: photoRule, blank: usualPhoto, example: usualPhoto, storedAs: 'json' },
    proofs: {
      words: ['所需证明', 'Supporting documents'],
      is: z.array(shortText.max(40)).max(8),
      blank: [],
      example: ['身份证'],
      storedAs: 'json',
    },
  },
  shown: offerShownValues,
});

const maintainers = ['enrollAdmin'] as const;

/** An enrolment batch as applicants see it. */
export const openBatchSchema = z.object({
  id,
  name: z.string(),
  profession: z.string(),
  level: z.int(),
  recognition: z.int(),
  parts: z.array(z.object({ part: z.enum(examPartCodes), resit: z.boolean() })),
  opensMs: epochMs,
  closesMs: epochMs,
  quota: z.int(),
  /** Number of free places in the batch; -1 if their number is unlimited. */
  left: z.int(),
  waitingList: z.boolean(),
  photoRule,
  notice: z.string(),
  offerStatus: z.literal(Object.values(offerStatus)),
  /** Status of the caller's own application in this batch; null if they have none. */
  status: z.int().nullable(),
});

export const batchCalls = defineCalls('batch', {
  ...defineResourceCalls(enrolmentBatchResource, { read: maintainers, change: maintainers }),
  setStatus: defineOfferStatusCall(enrolmentBatchResource, maintainers),
  getOpen: {
    summary: 'Batches of the own school that an applicant may see, with what became of their own form',
    input: emptyInput,
    output: z.object({ items: z.array(openBatchSchema) }),
    access: ['enrollUser'],
    errors: [],
    changes: false,
  },
  getShown: {
    summary: 'Batches of a school that are open now, as its sign-in page shows them to everybody',
    input: z.object({ website: z.string().regex(websiteCodePattern) }),
    output: z.object({
      items: z.array(
        openBatchSchema.pick({ id: true, name: true, profession: true, level: true, closesMs: true, left: true, waitingList: true }),
      ),
    }),
    access: 'public',
    errors: [],
    changes: false,
  },
  getChoices: {
    summary:
      'What a batch is made of: the professions the school offers, with trades and levels, forms that are in use, and published eligibility rules',
    input: emptyInput,
    output: z.object({
      professions: z.array(
        z.object({ id, name: z.string(), code: z.string(), levels: z.array(z.int()), trades: z.array(z.object({ id, name: z.string() })) }),
      ),
      forms: z.array(z.object({ id, name: z.string(), edition: z.int() })),
      /** Published sets of eligibility rules that administrators wrote, in addition to those that ship with the product. */
      ruleSets: z.array(z.object({ id, standard: z.string(), number: z.int() })),
    }),
    access: ['enrollAdmin', 'school', 'teacher'],
    errors: [],
    changes: false,
  },
});
