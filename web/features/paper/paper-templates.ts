import { sectionType } from '../../../sync/contract/codes.ts';
import type { PaperFormDraft } from './paper-queries.ts';

type Section = PaperFormDraft['sections'][number];
type Row = readonly [type: Section['type'], count: number, pointsEach: number];

const { single, multiple, judgement, fillIn } = sectionType;

/** Sections of the usual theory papers: type, number of questions, points each. */
export const paperTemplates = {
  templateShort: [
    [single, 40, 2],
    [multiple, 10, 2],
  ],
  templateSingleMultiple: [
    [single, 80, 1],
    [multiple, 10, 2],
  ],
  templateSingleJudgement: [
    [single, 160, 0.5],
    [judgement, 40, 0.5],
  ],
  templateMixed: [
    [single, 40, 1],
    [multiple, 10, 2],
    [judgement, 20, 1],
    [fillIn, 10, 2],
  ],
} as const satisfies Record<string, readonly Row[]>;

export const chineseOrdinals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];

/** Templates of the menu, each with the usual times. All have 100 points and pass at 60. */
export const paperTemplateChoices: readonly { readonly name: keyof typeof paperTemplates; readonly minutes: number }[] = [
  { name: 'templateSingleJudgement', minutes: 90 },
  { name: 'templateSingleJudgement', minutes: 120 },
  { name: 'templateSingleMultiple', minutes: 90 },
  { name: 'templateSingleMultiple', minutes: 120 },
  { name: 'templateMixed', minutes: 90 },
  { name: 'templateShort', minutes: 60 },
];
export const paperTemplatePassMark = 60;

/** Formats a section heading as printed: "一、单选题". */
export const formatSectionTitle = (at: number, typeName: string): string => `${chineseOrdinals[at] ?? at + 1}、${typeName}`;

/** Builds the sections of a template. */
export function buildTemplateSections(rows: readonly Row[], nameOf: (type: Section['type']) => string): Section[] {
  return rows.map(([type, count, pointsEach], at) => ({
    title: formatSectionTitle(at, nameOf(type)),
    type,
    count,
    pointsEach,
    categories: [],
    partial: type === fillIn,
    difficulty: null,
    tags: [],
    level: null,
  }));
}
