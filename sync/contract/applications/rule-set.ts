import { z } from 'zod';
import { educationLevels, titleRankNames } from '../code-lists.ts';
import { defineCalls } from '../call.ts';
import { isCalendarDate } from '../people/id-number.ts';
import { professionLevel } from '../people/profession.ts';
import { id, shortText, version } from '../scalars.ts';
import { defineResourceCalls } from '../resource-calls.ts';
import { defineResource } from '../resource.ts';

// Eligibility rules for each level, as data: administrators write them, versions freeze them, and one function evaluates them
// (`sync/domain/applications/eligibility.ts`).

const years = z.int().min(0).max(60);
const educations = educationLevels.map(([zh]) => zh);
const titleRanks = titleRankNames.map(([zh]) => zh);
/** Text in place of an end date, for a job that the person still has. */
export const openEndedJob = '至今';
const day = z.string().refine(isCalendarDate);
const month = z.string().regex(/^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/);

const need = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('age'), years }),
  z.object({ kind: z.literal('work'), years }),
  z.object({ kind: z.literal('certificate'), level: professionLevel, years }),
  z.object({ kind: z.literal('title'), rank: z.enum(titleRanks), years }),
  z.object({ kind: z.literal('education'), oneOf: z.array(z.enum(educations)).min(1).max(educations.length) }),
]);
const rule = z.object({ words: z.tuple([shortText.max(60), shortText.max(120)]), all: z.array(need).min(1).max(5) });
/** Eligibility rules of one skill level. An applicant is eligible who meets one rule; a rule is met if all its conditions (`all`) are. */
export const levelRules = z.array(rule).max(12);
export const ruleLevels = z.object({ 1: levelRules, 2: levelRules, 3: levelRules, 4: levelRules, 5: levelRules });
export type RuleLevels = z.output<typeof ruleLevels>;

/** A test case that must pass before a rule set is published. It states its own date, so that its result never changes. */
const ruleCase = z.object({
  name: shortText.max(60),
  level: professionLevel,
  today: day,
  facts: z.object({
    birthday: day.optional(),
    education: z.enum(educations).optional(),
    certificate: z.object({ level: professionLevel, date: z.union([day, z.literal('')]) }).optional(),
    title: z.object({ rank: z.enum(titleRanks), date: z.union([day, z.literal('')]) }).optional(),
    work: z.array(z.object({ from: month, to: z.union([month, z.literal(openEndedJob)]) })).max(8),
  }),
  expected: z.enum(['met', 'notMet', 'missing']),
});
export type RuleCase = z.output<typeof ruleCase>;
export const ruleCases = z.array(ruleCase).max(200);

const ofAge = { words: ['年满 16 周岁', 'At least 16 years old'], all: [{ kind: 'age', years: 16 }] } satisfies RuleLevels[5][number];

export const ruleSetResource = defineResource({
  name: 'ruleSet',
  module: 'ruleSet',
  words: ['资格条件', 'Eligibility rules'],
  of: 'platform',
  signed: true,
  title: 'standard',
  fields: {
    standard: {
      words: ['依据的标准', 'Standard'],
      is: shortText.max(100),
      blank: '',
      example: '电工国家职业技能标准（2026 年版）',
      search: true,
      sort: true,
    },
    note: { words: ['说明', 'Note'], is: z.string().trim().max(300), blank: '', example: '四级由五年改为三年' },
    levels: {
      words: ['各级条件', 'Rules'],
      is: ruleLevels,
      blank: { 1: [], 2: [], 3: [], 4: [], 5: [] },
      example: { 1: [ofAge], 2: [ofAge], 3: [ofAge], 4: [ofAge], 5: [ofAge] },
      storedAs: 'json',
    },
    cases: {
      words: ['试算案例', 'Test cases'],
      is: ruleCases,
      blank: [],
      example: [{ name: '成年', level: 5, today: '2026-11-22', facts: { birthday: '2000-01-01', work: [] }, expected: 'met' }],
      storedAs: 'json',
    },
    /** Version number among the rule sets of one standard, given at the publication; 0 for a draft. A published version never changes. */
    number: { words: ['版本', 'Version'], is: z.int(), blank: 0, example: 0, by: 'call' },
  },
  shown: {
    /** Number of enrolment batches and declaration projects that use this rule set. */
    uses: { words: ['在用', 'In use'], is: z.int() },
  },
});

const maintainers = ['admin'] as const;

export const ruleSetCalls = defineCalls('ruleSet', {
  ...defineResourceCalls(ruleSetResource, { read: maintainers, change: maintainers }),
  publish: {
    summary: 'Put a rule set to use: all of its cases have to come out as they say, and it never changes again',
    input: z.object({ id, version }),
    output: z.object({ id, version }),
    access: maintainers,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
    resource: ruleSetResource,
  },
});
