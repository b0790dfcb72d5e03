import { useTranslation } from '../../../lib/i18n.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { QuestionStatusChip } from '../../../ui/entity/status-chip.tsx';
import type { Column } from '../../../ui/list/table-columns.ts';
import type { QuestionListRow } from '../question-queries.ts';
import { toPlainText } from '../rich-words.ts';

export function useQuestionColumns(): Column<QuestionListRow>[] {
  const { t } = useTranslation('question');
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
      header: t('type'),
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
    {
      key: 'status',
      header: t('status'),
      sort: 'status',
      width: 'w-32',
      cell: (row) => <QuestionStatusChip status={row.status} />,
      value: (row) => code(`questionStatus.${row.status}`),
    },
    { key: 'difficulty', header: t('difficulty'), sort: 'difficulty', width: 'w-16', value: (row) => code(`difficulty.${row.difficulty}`) },
    { key: 'category', extra: true, header: t('category'), sort: 'category', width: 'w-36', value: (row) => row.category },
    {
      key: 'point',
      wide: true,
      header: t('point'),
      width: 'w-28',
      cell: (row) => <span className="num text-muted-foreground">{row.pointCode}</span>,
      value: (row) => row.pointCode,
    },
    { key: 'tags', extra: true, header: t('tags'), width: 'w-36', value: (row) => row.tags.join('、') },
    { key: 'uniformity', extra: true, header: t('uniformity'), width: 'w-20', value: (row) => code(`difficulty.${row.uniformity}`) },
    { key: 'used', extra: true, header: t('used'), sort: 'usedCount', width: 'w-16', align: 'right', value: (row) => row.usedCount },
    { key: 'exposed', extra: true, header: t('exposed'), width: 'w-20', align: 'right', value: (row) => row.exposedCount },
    {
      key: 'source',
      extra: true,
      header: t('source'),
      width: 'w-44',
      cell: (row) => <span className="text-muted-foreground">{row.source}</span>,
      value: (row) => row.source,
    },
    { key: 'by', extra: true, header: t('changedByName'), width: 'w-24', value: (row) => row.updatedByName },
    {
      key: 'updated',
      extra: true,
      header: t('updated'),
      sort: 'updatedMs',
      width: 'w-28',
      align: 'right',
      cell: (row) => <span className="text-muted-foreground">{formatDate(row.updatedMs)}</span>,
      value: (row) => new Date(row.updatedMs),
    },
  ];
}
