import { useTranslation } from '../../../lib/i18n.ts';
import { type LearnerFigure, learnerFigureKinds } from '../../../../sync/contract/learning/progress.ts';
import type { ListRow } from '../../../platform/api/list-query.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import type { Column } from '../../../ui/list/table-columns.ts';
import { formatDayOrNever, formatTimeOrNever, formatPercentOrDash } from '../figure-text.ts';

export type Learner = ListRow<'/progress/getList'>;
export const learnerStatusStyles = {
  0: { tone: 'neutral', mark: 'ring' },
  1: { tone: 'delivered', mark: 'dot' },
  2: { tone: 'kept', mark: 'square' },
} as const;

/** `wide`: columns shown only in a wide window. `extra`: columns shown only if chosen. All others are always shown. */
const wide: ReadonlySet<LearnerFigure> = new Set(['tests', 'last_exam_ms', 'homework_average', 'practised']);
const extra: ReadonlySet<LearnerFigure> = new Set(['homework', 'homework_in', 'homework_done', 'practice_right']);

/** Builds the columns: the learner, then every figure that the contract declares. */
export function useLearnerColumns(): readonly Column<Learner>[] {
  const { t } = useTranslation('progress');
  const figure = (key: LearnerFigure): Column<Learner> => {
    const shown = extra.has(key) ? { extra: true } : wide.has(key) ? { wide: true as const } : {};
    const shared = { key, header: t(`figures.${key}`), sort: key, ...shown };
    switch (learnerFigureKinds[key]) {
      case 'count':
        return { ...shared, width: 'w-20', align: 'right', value: (row) => row[key] };
      case 'percent':
        return {
          ...shared,
          width: 'w-28',
          align: 'right',
          cell: (row) => formatPercentOrDash(row[key as 'average']),
          value: (row) => row[key],
        };
      default: {
        const at = (row: Learner) => row[key as 'active_ms'];
        return {
          ...shared,
          width: 'w-28',
          cell: (row) => <span title={formatTimeOrNever(at(row), t('never'))}>{formatDayOrNever(at(row), t('never'))}</span>,
          value: (row) => {
            const ms = at(row);
            return ms === null ? null : new Date(ms);
          },
        };
      }
    }
  };
  return [
    { key: 'name', header: t('name'), sort: 'name', fixed: true, opens: true, width: 'w-32', value: (row) => row.name },
    { key: 'student_no', header: t('studentNo'), sort: 'student_no', width: 'w-32', wide: true, value: (row) => row.student_no },
    { key: 'class', header: t('class'), width: 'w-40', value: (row) => row.class_name },
    {
      key: 'status',
      header: t('status'),
      width: 'w-28',
      extra: true,
      cell: (row) => <Chip {...learnerStatusStyles[row.status]}>{t(`statuses.${row.status}`)}</Chip>,
      value: (row) => t(`statuses.${row.status}`),
    },
    ...(Object.keys(learnerFigureKinds) as LearnerFigure[]).map(figure),
    {
      key: 'handed_in',
      header: t('handedIn'),
      width: 'w-20',
      align: 'right',
      extra: true,
      value: (row) => row.handed_in,
    },
    { key: 'scored', header: t('scored'), width: 'w-24', align: 'right', extra: true, value: (row) => row.scored },
    {
      key: 'test_average',
      header: t('testAverage'),
      width: 'w-28',
      align: 'right',
      extra: true,
      cell: (row) => formatPercentOrDash(row.test_average),
      value: (row) => row.test_average,
    },
  ];
}
