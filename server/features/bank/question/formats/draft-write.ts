import { splitLeftItems } from '../../../../../sync/domain/papers/left-items.ts';
import { getQuestionTypeName, sectionType } from '../../../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import type { ImportedQuestionDraft } from '../../../../../sync/contract/bank/question-file.ts';
import { formatBlanks, formatRubricItems, formatVetoes } from './answer-text.ts';
import { difficultyNames } from './draft-words.ts';
import { formatLeftItems } from './matching-text.ts';

/** A question to export. It also carries the profession's code and the trade's name, because ids differ on other servers. */
export type QuestionToWrite = QuestionBody & { readonly profCode?: string; readonly tradeName?: string };

/** Converts a question to an import draft that `validateDraft` turns into the same question, so that an exported file can be imported again. */
export function toImportDraft(question: QuestionToWrite): ImportedQuestionDraft {
  const { key } = question;
  const { left, options } = splitLeftItems(question.options);
  const formatNumber = (value: number | null): string => (value === null ? '' : String(value));
  return {
    type: getQuestionTypeName(question.type) ?? '',
    material: question.material,
    stem: question.stem,
    options: question.type === sectionType.judgement ? [] : options.map((option) => option.html),
    left: formatLeftItems(left.map((item) => item.html)),
    answer: formatAnswer(question),
    reference: key.kind === 'rubric' ? key.reference : '',
    items: key.kind === 'rubric' ? formatRubricItems(key.items) : '',
    veto: key.kind === 'rubric' ? formatVetoes(key.veto) : '',
    files: key.kind === 'rubric' ? formatNumber(key.files || null) : '',
    analysis: question.analysis,
    difficulty: difficultyNames[question.difficulty],
    uniformity: difficultyNames[question.uniformity],
    category: question.category,
    tags: formatTags(question.tags),
    source: question.source,
    scoreHint: formatNumber(question.scoreHint),
    level: formatNumber(question.level),
    pointCode: question.pointCode,
    profId: `${formatNumber(question.profId)} ${question.profCode ?? ''}`.trim(),
    tradeId: `${formatNumber(question.tradeId)} ${question.tradeName ?? ''}`.trim(),
  };
}

function formatAnswer({ type, key }: QuestionBody): string {
  if (key.kind === 'blanks') return formatBlanks(key.blanks);
  if (key.kind === 'rubric') return '';
  if (type === sectionType.judgement) return key.right[0] === 'T' ? '对' : '错';
  return key.right.join('');
}

/** Writes tags with separators. If a tag contains a separator, every tag ends with a line break instead. */
const formatTags = (tags: readonly string[]): string =>
  tags.some((tag) => /[,，;；、]/.test(tag)) ? tags.map((tag) => `${tag}\n`).join('') : tags.join('；');
