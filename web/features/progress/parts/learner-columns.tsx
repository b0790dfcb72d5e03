import { useTranslation } from '../../../lib/i18n.ts';
import { type LearnerFigure, learnerFigureKinds } from '../../../../sync/contract/learning/progress.ts';
import type { ListRow } from '../../../platform/api/call-query.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { type Column, dateColumn, nameColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { percentColumn } from '../figure-text.ts';

export type Learner = ListRow<'/progress/getList'>;
export const learnerStatusStyles = {
  0: { tone: 'neutral', mark: 'ring' },
  1: { tone: 'delivered', mark: 'dot' },
  2: { tone: 'kept', mark: 'square' },
} as const;

/** `wide`: columns shown only in a wide window. `extra`: columns shown only if chosen. All others are always shown. */
const wide: ReadonlySet<LearnerFigure> = new Set(['tests', 'last_exam_ms', 'homework_average']);
const extra: ReadonlySet<LearnerFigure> = new Set(['homework', 'homework_in', 'homework_done', 'practised', 'practice_right']);

/** Builds the columns: the learner, then every figure that the contract declares. */
export function useLearnerColumns(): readonly Column<Learner>[] {
  const { t } = useTranslation(['progress', 'words']);
  const figure = (key: LearnerFigure): Column<Learner> => {
    const visibility = extra.has(key) ? { extra: true } : wide.has(key) ? { wide: true as const } : {};
    const header = t(`figures.${key}`);
    const look = { sort: key, ...visibility };
    switch (learnerFigureKinds[key]) {
      case 'count':
        return numberColumn(key, header, (row) => row[key], { width: 'w-20', ...look });
      case 'percent':
        return percentColumn(key, header, (row) => row[key as 'average'], { width: 'w-28', ...look });
      default:
        return dateColumn(key, header, (row) => row[key as 'active_ms'], { style: 'day', none: t('never'), width: 'w-28', ...look });
    }
  };
  return [
    nameColumn(t('words:personName'), (row) => row.name, { opens: true, width: 'w-32' }),
    { key: 'student_no', header: t('studentNo'), sort: 'student_no', width: 'w-32', wide: true, value: (row) => row.student_no },
    { key: 'class', header: t('words:className'), width: 'w-40', value: (row) => row.class_name },
    statusColumn(
      'status',
      t('words:status'),
      (row) => <Chip {...learnerStatusStyles[row.status]}>{t(`statuses.${row.status}`)}</Chip>,
      (row) => t(`statuses.${row.status}`),
      { width: 'w-28', extra: true },
    ),
    ...(Object.keys(learnerFigureKinds) as LearnerFigure[]).map(figure),
    numberColumn('handed_in', t('handedIn'), (row) => row.handed_in, { width: 'w-20', extra: true }),
    numberColumn('scored', t('scored'), (row) => row.scored, { width: 'w-24', extra: true }),
    percentColumn('test_average', t('testAverage'), (row) => row.test_average, { width: 'w-28', extra: true }),
  ];
}
