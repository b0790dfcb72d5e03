import { sectionType, type DifficultyCode, type ProfessionLevel, type SectionTypeCode } from '../../../sync/contract/codes.ts';
import { type BlankRule, judgementOptions, type QuestionBody, rubricTypes } from '../../../sync/contract/bank/question-body.ts';
import { fromPairs, fromSteps, type PairValues, type StepValues, toPairs, toSteps } from './place-values.ts';
import { listTextLines } from '../../lib/text-lines.ts';

/** Types that a question can have: all section types except `unlimited`, which means "any type". */
export const questionTypes: readonly SectionTypeCode[] = Object.values(sectionType).filter((type) => type !== sectionType.unlimited);

export interface BlankValues {
  mode: BlankRule['mode'];
  /** Accepted answers of the blank, one per line. */
  answers: string;
  ignoreCase: boolean;
  ignoreWidth: boolean;
  value: string;
  tolerance: string;
}

/** Values of the editor. They hold the fields of every type, so that changing the type loses nothing that was typed. */
export interface QuestionFormValues {
  type: SectionTypeCode;
  material: string;
  stem: string;
  options: { html: string; right: boolean }[];
  truth: 'T' | 'F' | '';
  /** Options of an ordering question, in their right order. */
  steps: StepValues[];
  pairs: PairValues[];
  /** Rules of the blanks, keyed by the number of the blank's mark in the stem. */
  blanks: Record<string, BlankValues>;
  reference: string;
  items: { text: string; points: string }[];
  /** Veto items, one per line: mistakes each of which makes an answer score 0 points. */
  veto: string;
  /** Maximum number of attachments of an answer, as text; '' if no attachments are allowed. */
  files: string;
  analysis: string;
  difficulty: DifficultyCode;
  uniformity: DifficultyCode;
  category: string;
  tags: string[];
  source: string;
  scoreHint: string;
  profId: number | null;
  tradeId: number | null;
  level: ProfessionLevel | null;
  pointCode: string;
}

export const defaultBlank: BlankValues = { mode: 'text', answers: '', ignoreCase: true, ignoreWidth: true, value: '', tolerance: '0' };

const createEmptyContent = () => ({
  material: '',
  stem: '',
  options: [1, 2, 3, 4].map(() => ({ html: '', right: false })),
  truth: '' as const,
  steps: [1, 2, 3, 4].map(() => ({ html: '', letter: '' })),
  pairs: [1, 2, 3, 4].map(() => ({ left: '', right: '', letter: '' })),
  blanks: {},
  reference: '',
  items: [{ text: '', points: '' }],
  veto: '',
  files: '',
  analysis: '',
});

/** Returns the form for the next question of a series: the content is empty, and the other values (type, category, point and so on) stay. */
export const createNextForm = (values: QuestionFormValues): QuestionFormValues => ({ ...values, ...createEmptyContent() });

export const createEmptyForm = (
  filed: Partial<Pick<QuestionFormValues, 'category' | 'profId' | 'level' | 'pointCode' | 'type'>>,
): QuestionFormValues => ({
  ...createEmptyContent(),
  type: sectionType.single,
  difficulty: 2,
  uniformity: 2,
  category: '',
  tags: [],
  source: '',
  scoreHint: '',
  profId: null,
  tradeId: null,
  level: null,
  pointCode: '',
  ...filed,
});

export function toFormValues(body: QuestionBody): QuestionFormValues {
  const { key } = body;
  const empty = createEmptyForm({});
  return {
    type: body.type,
    material: body.material,
    stem: body.stem,
    options:
      key.kind === 'choice' && body.type !== sectionType.judgement
        ? body.options.map((option) => ({ html: option.html, right: key.right.includes(option.id) }))
        : empty.options,
    truth: key.kind === 'choice' && body.type === sectionType.judgement ? (key.right[0] === 'T' ? 'T' : 'F') : '',
    steps: key.kind === 'order' ? toSteps(body) : empty.steps,
    pairs: key.kind === 'match' ? toPairs(body) : empty.pairs,
    blanks: key.kind === 'blanks' ? Object.fromEntries(key.blanks.map((rule, at) => [String(at + 1), toBlankValues(rule)])) : {},
    reference: key.kind === 'rubric' ? key.reference : '',
    items:
      key.kind === 'rubric' && key.items.length > 0
        ? key.items.map((item) => ({ text: item.text, points: String(item.points) }))
        : empty.items,
    veto: key.kind === 'rubric' ? key.veto.join('\n') : '',
    files: key.kind === 'rubric' && key.files ? String(key.files) : '',
    analysis: body.analysis,
    difficulty: body.difficulty,
    uniformity: body.uniformity,
    category: body.category,
    tags: body.tags,
    source: body.source,
    scoreHint: body.scoreHint === null ? '' : String(body.scoreHint),
    profId: body.profId,
    tradeId: body.tradeId,
    level: body.level,
    pointCode: body.pointCode,
  };
}

const toBlankValues = (rule: BlankRule): BlankValues =>
  rule.mode === 'text'
    ? { ...defaultBlank, answers: rule.anyOf.join('\n'), ignoreCase: rule.ignoreCase, ignoreWidth: rule.ignoreWidth }
    : { ...defaultBlank, mode: 'number', value: String(rule.value), tolerance: String(rule.tolerance) };

const blankMark = /<span data-blank="(\d+)"><\/span>/g;

/** Returns the numbers of the blanks in the order of the stem. */
export const listBlankNumbers = (stem: string): string[] => [...stem.matchAll(blankMark)].map((match) => match[1] ?? '');

/** Returns NaN for missing or unreadable numbers. The server reports the field in both cases. */
const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.replaceAll('，', '.')));

/** Returns the parts of the question body that do not depend on the type of the question. */
const toCommonFields = (values: QuestionFormValues) => ({
  type: values.type,
  material: values.material,
  analysis: values.analysis,
  difficulty: values.difficulty,
  uniformity: values.uniformity,
  category: values.category
    .trim()
    .replaceAll(/\s*\/+\s*/g, '/')
    .replaceAll(/^\/|\/$/g, ''),
  tags: values.tags,
  source: values.source,
  scoreHint: values.scoreHint.trim() === '' ? null : parseNumber(values.scoreHint),
  profId: values.profId,
  tradeId: values.tradeId,
  level: values.level,
  pointCode: values.pointCode,
});

/** Converts the form to the question body that a save sends. Does not check it: the server reports missing and wrong values field by field. */
export function fromFormValues(values: QuestionFormValues): QuestionBody {
  const { type } = values;
  const common = toCommonFields(values);
  if (type === sectionType.judgement)
    return {
      ...common,
      stem: values.stem,
      options: [...judgementOptions],
      key: { kind: 'choice', right: values.truth === '' ? [] : [values.truth] },
    };
  if (type === sectionType.ordering) return { ...common, stem: values.stem, ...fromSteps(values.steps) };
  if (type === sectionType.matching) return { ...common, stem: values.stem, ...fromPairs(values.pairs) };
  if (type === sectionType.fillIn) {
    let count = 0;
    return {
      ...common,
      // Renumber the blanks, because deleted ones leave gaps.
      stem: values.stem.replaceAll(blankMark, () => `<span data-blank="${(count += 1)}"></span>`),
      options: [],
      key: { kind: 'blanks', blanks: listBlankNumbers(values.stem).map((number) => toBlankRule(values.blanks[number] ?? defaultBlank)) },
    };
  }
  if (rubricTypes.includes(type))
    return {
      ...common,
      stem: values.stem,
      options: [],
      key: {
        kind: 'rubric',
        reference: values.reference,
        items: values.items
          .filter((item) => item.text.trim() !== '' || item.points.trim() !== '')
          .map((item) => ({ text: item.text, points: parseNumber(item.points) })),
        veto: listTextLines(values.veto),
        ...(values.files.trim() === '' ? {} : { files: parseNumber(values.files) }),
      },
    };
  const options = values.options.map((option, at) => ({ ...option, id: String.fromCharCode(65 + at) }));
  return {
    ...common,
    stem: values.stem,
    options: options.map(({ id, html }) => ({ id, html })),
    key: { kind: 'choice', right: options.filter((option) => option.right).map((option) => option.id) },
  };
}

const toBlankRule = (blank: BlankValues): BlankRule =>
  blank.mode === 'number'
    ? { mode: 'number', value: parseNumber(blank.value), tolerance: blank.tolerance.trim() === '' ? 0 : parseNumber(blank.tolerance) }
    : { mode: 'text', anyOf: listTextLines(blank.answers), ignoreCase: blank.ignoreCase, ignoreWidth: blank.ignoreWidth };
