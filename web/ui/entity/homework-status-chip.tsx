import { useTranslation } from '../../lib/i18n.ts';
import { homeworkStatus, type HomeworkStatusCode } from '../../../sync/contract/codes.ts';
import { Chip, type ChipLook } from '../primitives/chip.tsx';

const looks: Readonly<Record<HomeworkStatusCode, ChipLook>> = {
  [homeworkStatus.notDone]: { tone: 'neutral', mark: 'ring' },
  [homeworkStatus.done]: { tone: 'kept', mark: 'ring' },
  [homeworkStatus.returned]: { tone: 'primary', mark: 'square' },
  [homeworkStatus.awaitingMarking]: { tone: 'delivered', mark: 'dot' },
  [homeworkStatus.finished]: { tone: 'delivered', mark: 'square' },
};

/** Shows one of the specification's five statuses of a homework, to its teacher and its student. */
export function HomeworkStatusChip({ status }: { status: HomeworkStatusCode }) {
  const { t } = useTranslation('assignment');
  return <Chip {...looks[status]}>{t(`status${status}`)}</Chip>;
}
