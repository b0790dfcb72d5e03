import { type BlankRule, defaultClassification, type QuestionBody } from '../../sync/contract/bank/question-body.ts';
import { sectionType, type DifficultyCode } from '../../sync/contract/codes.ts';

type Level = DifficultyCode;
/** Category, difficulty, stem, options from A on, right ones ("A", "ABD"), analysis. */
export type ChoiceSeed = readonly [string, Level, string, readonly string[], string, string];
export type JudgementSeed = readonly [string, Level, string, boolean, string];
export type BlankSeed = readonly string[] | { readonly number: number; readonly tolerance: number };
export type FillInSeed = readonly [string, Level, string, readonly BlankSeed[], string];

/** Type, category, difficulty, stem, reference answer, scoring points, veto items, analysis. */
export type RubricSeed = readonly [
  QuestionBody['type'],
  string,
  Level,
  string,
  string,
  readonly (readonly [string, number])[],
  readonly string[],
  string,
];
/** With the point of the detail table it stands for. */
export type SeedWithPoint<T> = readonly [point: string, seed: T];

const source = '稳考示范题库（电工 四级）';

export const createChoiceQuestion = (type: typeof sectionType.single | typeof sectionType.multiple, seed: ChoiceSeed): QuestionBody => {
  const [category, level, stem, options, right, analysis] = seed;
  return {
    ...defaultClassification,
    type,
    stem,
    options: options.map((html, at) => ({ id: String.fromCharCode(65 + at), html })),
    key: { kind: 'choice', right: [...right] },
    analysis,
    difficulty: level,
    category,
    source,
  };
};

export const createJudgementQuestion = ([category, level, stem, isTrue, analysis]: JudgementSeed): QuestionBody => ({
  ...defaultClassification,
  type: sectionType.judgement,
  stem,
  options: [
    { id: 'T', html: '正确' },
    { id: 'F', html: '错误' },
  ],
  key: { kind: 'choice', right: [isTrue ? 'T' : 'F'] },
  analysis,
  difficulty: level,
  category,
  source,
});

export const createFillInQuestion = ([category, level, stem, blanks, analysis]: FillInSeed): QuestionBody => {
  let at = 0;
  return {
    ...defaultClassification,
    type: sectionType.fillIn,
    stem: stem.replaceAll('____', () => `<span data-blank="${(at += 1)}"></span>`),
    options: [],
    key: { kind: 'blanks', blanks: blanks.map(blankRule) },
    analysis,
    difficulty: level,
    category,
    source,
  };
};

export const createRubricQuestion = ([type, category, level, stem, reference, items, veto, analysis]: RubricSeed): QuestionBody => ({
  ...defaultClassification,
  type,
  stem,
  options: [],
  key: { kind: 'rubric', reference, items: items.map(([text, points]) => ({ text, points })), veto: [...veto] },
  analysis,
  difficulty: level,
  category,
  source,
  scoreHint: items.reduce((sum, [, points]) => sum + points, 0),
});

const blankRule = (seed: BlankSeed): BlankRule =>
  'number' in seed
    ? { mode: 'number', value: seed.number, tolerance: seed.tolerance }
    : { mode: 'text', anyOf: [...seed], ignoreCase: true, ignoreWidth: true };
