import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/chip.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import type { Column } from '../../../ui/table-columns.ts';
import type { QuestionRow } from '../question-queries.ts';

/** A rich text as one line of words, for a spreadsheet. Parsed, never inserted: nothing in it runs or loads. */
function wordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const blank of body.querySelectorAll('[data-blank]')) blank.textContent = '____';
  return body.textContent.replaceAll(/\s+/g, ' ').trim();
}

export function useQuestionColumns(): Column<QuestionRow>[] {
  const { t } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  return [
    {
      key: 'stem',
      header: t('stem'),
      fixed: true,
      opens: true,
      cell: (row) => <RichText inline html={row.stem} />,
      value: (row) => wordsOf(row.stem),
    },
    {
      key: 'type',
      header: t('type'),
      sort: 'type',
      width: 'w-24',
      cell: (row) => <Chip>{code(`sectionType.${row.type}`)}</Chip>,
      value: (row) => code(`sectionType.${row.type}`),
    },
    { key: 'category', header: t('category'), sort: 'category', width: 'w-40', value: (row) => row.category },
    { key: 'difficulty', wide: true, header: t('difficulty'), width: 'w-20', value: (row) => code(`difficulty.${row.difficulty}`) },
    {
      key: 'source',
      wide: true,
      header: t('source'),
      width: 'w-44',
      cell: (row) => <span className="text-muted-foreground">{row.source}</span>,
      value: (row) => row.source,
    },
    {
      key: 'created',
      header: t('created'),
      sort: 'createdMs',
      width: 'w-28',
      align: 'right',
      cell: (row) => <span className="text-muted-foreground">{formatDate(row.createdMs)}</span>,
      value: (row) => new Date(row.createdMs),
    },
  ];
}
