import { formatOrder, formatPairs } from '../../entities/question/placed-answer.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { addNote, joinWords } from '../../lib/punctuation.ts';
import type { QuestionVersion } from './question-queries.ts';
import { toPlainText } from './rich-words.ts';

/** Returns every field of a question as plain text, in reading order, to compare two versions. */
export function useFieldTexts() {
  const { t } = useTranslation(['question', 'ui', 'words']);
  const { t: code } = useTranslation('codes');
  const names = [
    ['type', t('words:questionType')],
    ['material', t('material')],
    ['stem', t('stem')],
    ['options', t('optionsTitle')],
    ['key', t('ui:answer')],
    ['analysis', t('analysis')],
    ['status', t('words:status')],
    ['difficulty', t('difficulty')],
    ['uniformity', t('uniformity')],
    ['category', t('words:category')],
    ['profId', t('words:profession')],
    ['tradeId', t('words:trade')],
    ['level', t('words:level')],
    ['pointCode', t('point')],
    ['tags', t('tags')],
    ['source', t('source')],
    ['scoreHint', t('scoreHint')],
  ] as const;

  const keyWords = ({ key }: QuestionVersion): string => {
    if (key.kind === 'choice')
      return key.right.map((id) => (id === 'T' ? t('statementRight') : id === 'F' ? t('statementWrong') : id)).join('');
    if (key.kind === 'blanks')
      return key.blanks
        .map((rule, at) => `${at + 1}. ${rule.mode === 'text' ? rule.anyOf.join(' / ') : `${rule.value} ± ${rule.tolerance}`}`)
        .join('\n');
    if (key.kind === 'order') return formatOrder(key.right);
    if (key.kind === 'match') return formatPairs(key.right);
    return [
      toPlainText(key.reference),
      ...key.items.map((item, at) => `${at + 1}. ${addNote(item.text, String(item.points))}`),
      ...key.veto.map((text) => `✕ ${text}`),
    ]
      .filter((line) => line !== '')
      .join('\n');
  };

  const wordsIn = (question: QuestionVersion): Readonly<Record<string, string>> => ({
    type: code(`sectionType.${question.type}`),
    material: toPlainText(question.material),
    stem: toPlainText(question.stem),
    options: question.options.map((option) => `${option.id}. ${toPlainText(option.html)}`).join('\n'),
    key: keyWords(question),
    analysis: toPlainText(question.analysis),
    status: code(`questionStatus.${question.status}`),
    difficulty: code(`difficulty.${question.difficulty}`),
    uniformity: code(`difficulty.${question.uniformity}`),
    category: question.category,
    profId: question.profId === null ? '' : `#${question.profId}`,
    tradeId: question.tradeId === null ? '' : `#${question.tradeId}`,
    level: question.level === null ? '' : code(`professionLevel.${question.level}`),
    pointCode: question.pointCode,
    tags: joinWords(question.tags),
    source: question.source,
    scoreHint: question.scoreHint === null ? '' : String(question.scoreHint),
  });

  const nameOf = (field: string): string => names.find(([name]) => name === field)?.[1] ?? field;
  return { names, wordsIn, nameOf };
}
