import { z } from 'zod';
import type { Access } from '../call.ts';
import { offerStatus } from '../codes.ts';
import { professionLevel } from '../people/profession.ts';
import { chosenTimeMs, id, shortText, version } from '../scalars.ts';
import type { Resource } from '../resource.ts';

/** Fields shared by enrolment batches and declaration projects: both take applications on a form, within a period. */
export const offerFields = {
  name: { words: ['名称', 'Name'], is: shortText.max(60), blank: '', example: '2026 年第五批', search: true, sort: true, unique: true },
  professionId: { words: ['职业', 'Profession'], is: id.nullable(), blank: null, example: null },
  level: { words: ['等级', 'Level'], is: professionLevel, blank: 5, example: 4 },
  formId: { words: ['表单', 'Form'], is: id.nullable(), blank: null, example: null },
  /** Eligibility rules; null: the rules of 2023, which ship with the product. */
  ruleSetId: { words: ['资格条件', 'Eligibility rules'], is: id.nullable(), blank: null, example: null },
  opensMs: { words: ['开始时间', 'Opens'], is: chosenTimeMs, blank: 0, example: 1_780_000_000_000, sort: true },
  closesMs: { words: ['截止时间', 'Closes'], is: chosenTimeMs, blank: 0, example: 1_790_000_000_000, sort: true },
  notice: { words: ['须知', 'Notice'], is: z.string().trim().max(3000), blank: '', example: '' },
  status: {
    words: ['状态', 'Status'],
    is: z.literal(Object.values(offerStatus)),
    blank: offerStatus.draft,
    example: offerStatus.draft,
    by: 'call',
    filter: true,
  },
} as const;

/** Values that lists of offers show in addition: names that belong to an offer's ids, and the number of its applications by state. */
export const offerShownValues = {
  profession: { words: ['职业', 'Profession'], is: z.string() },
  formName: { words: ['表单', 'Form'], is: z.string() },
  /** Number of applications that were submitted and are neither decided nor withdrawn. */
  pending: { words: ['待审核', 'To review'], is: z.int() },
  approved: { words: ['已通过', 'Approved'], is: z.int() },
  returned: { words: ['已退回', 'Returned'], is: z.int() },
} as const;

/** Defines the call that opens an offer to applicants, closes it, or opens it again. */
export const defineOfferStatusCall = <const A extends Access, T extends Resource>(resource: T, access: A) =>
  ({
    summary: `${resource.words[1]}: open to applicants, close, or open again`,
    input: z.object({ id, version, status: z.literal(Object.values(offerStatus)) }),
    output: z.object({ id, version }),
    access,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
    resource,
  }) as const;
