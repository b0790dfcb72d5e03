import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { QuestionStatusChip } from '../../../ui/entity/status-chip.tsx';
import { type Column, dateColumn, mutedColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import type { QuestionListRow } from '../question-queries.ts';
import { toPlainText } from '../rich-words.ts';

/** Returns the columns of the list of questions. */
export function useQuestionColumns(): Column<QuestionListRow>[] {
  const { t } = useTranslation(['question', 'words']);
  const { t: code } = useTranslation('codes');
  return [
    {
      key: 'stem',
      header: t('stem'),
      fixed: true,
      opens: true,
      // Pictures are scaled to the height of the row.
      cell: (row) => <RichText inline html={row.stem} className="[&_img]:inline! [&_img]:h-6! [&_img]:w-auto!" />,
      value: (row) => toPlainText(row.stem),
    },
    {
      key: 'type',
      header: t('words:questionType'),
      sort: 'type',
      width: 'w-28',
      // Truncate long type names, because the stem needs the space.
      cell: (row) => (
        <Chip className="max-w-28">
          <span className="truncate" title={code(`sectionType.${row.type}`)}>
            {code(`sectionType.${row.type}`)}
          </span>
        </Chip>
      ),
      value: (row) => code(`sectionType.${row.type}`),
    },
    statusColumn(
      'status',
      t('words:status'),
      (row) => <QuestionStatusChip status={row.status} />,
      (row) => code(`questionStatus.${row.status}`),
      { sort: 'status', width: 'w-32' },
    ),
    { key: 'difficulty', header: t('difficulty'), sort: 'difficulty', width: 'w-16', value: (row) => code(`difficulty.${row.difficulty}`) },
    { key: 'category', extra: true, header: t('words:category'), sort: 'category', width: 'w-36', value: (row) => row.category },
    {
      key: 'point',
      wide: true,
      header: t('point'),
      width: 'w-28',
      cell: (row) => <span className="num text-muted-foreground">{row.pointCode}</span>,
      value: (row) => row.pointCode,
    },
    { key: 'tags', extra: true, header: t('tags'), width: 'w-36', value: (row) => joinWords(row.tags) },
    { key: 'uniformity', extra: true, header: t('uniformity'), width: 'w-20', value: (row) => code(`difficulty.${row.uniformity}`) },
    numberColumn('used', t('used'), (row) => row.usedCount, { extra: true, sort: 'usedCount', width: 'w-16' }),
    numberColumn('exposed', t('exposed'), (row) => row.exposedCount, { extra: true, width: 'w-20' }),
    mutedColumn('source', t('source'), (row) => row.source, { extra: true, width: 'w-44' }),
    { key: 'by', extra: true, header: t('changedByName'), width: 'w-24', value: (row) => row.updatedByName },
    dateColumn('updated', t('updated'), (row) => row.updatedMs, {
      extra: true,
      sort: 'updatedMs',
      width: 'w-28',
      align: 'right',
      style: 'day',
      muted: true,
    }),
  ];
}
