import { useTranslation } from '../../lib/i18n.ts';
import {
  type ExamStatusCode,
  type ExamUserStatusCode,
  type PaperStatusCode,
  type QuestionStatusCode,
  homeworkStatus,
  type HomeworkStatusCode,
} from '../../../sync/contract/codes.ts';
import { Chip, type ChipLook } from '../primitives/chip.tsx';

const paperLooks: Record<PaperStatusCode, ChipLook> = {
  0: { tone: 'neutral', mark: 'ring' },
  1: { tone: 'kept', mark: 'ring' },
  2: { tone: 'delivered', mark: 'dot' },
  3: { tone: 'primary', mark: 'square' },
};
const questionLooks: Record<QuestionStatusCode, ChipLook> = {
  0: { tone: 'neutral', mark: 'ring' },
  1: { tone: 'kept', mark: 'ring' },
  2: { tone: 'delivered', mark: 'dot' },
  3: { tone: 'neutral', mark: 'square' },
};
const examLooks: Record<ExamStatusCode, ChipLook> = {
  0: { tone: 'kept', mark: 'ring' },
  1: { tone: 'delivered', mark: 'dot' },
  2: { tone: 'primary', mark: 'ring' },
  3: { tone: 'primary', mark: 'dot' },
  4: { tone: 'primary', mark: 'dot' },
  5: { tone: 'primary', mark: 'dot' },
  6: { tone: 'neutral', mark: 'square' },
};
const examUserLooks: Record<ExamUserStatusCode, ChipLook> = {
  '-3': { tone: 'seal', mark: 'square' },
  '-2': { tone: 'neutral', mark: 'square' },
  '-1': { tone: 'neutral', mark: 'ring' },
  0: { tone: 'primary', mark: 'dot' },
  1: { tone: 'delivered', mark: 'dot' },
  2: { tone: 'kept', mark: 'dot' },
  3: { tone: 'delivered', mark: 'square' },
};

export function PaperStatusChip({ status }: { status: PaperStatusCode }) {
  const { t } = useTranslation('codes');
  return <Chip {...paperLooks[status]}>{t(`paperStatus.${status}`)}</Chip>;
}

export function ExamStatusChip({ status }: { status: ExamStatusCode }) {
  const { t } = useTranslation('codes');
  return <Chip {...examLooks[status]}>{t(`examStatus.${status}`)}</Chip>;
}

export function ExamUserStatusChip({ status }: { status: ExamUserStatusCode }) {
  const { t } = useTranslation('codes');
  return <Chip {...examUserLooks[status]}>{t(`examUserStatus.${status}`)}</Chip>;
}

export function QuestionStatusChip({ status }: { status: QuestionStatusCode }) {
  const { t } = useTranslation('codes');
  return <Chip {...questionLooks[status]}>{t(`questionStatus.${status}`)}</Chip>;
}

/**
 * Shows passed or failed, the same for teachers and examinees. The chip is never vermilion, the colour of actions that cannot be undone, and never
 * amber, the colour of data that are not delivered yet.
 */
export function PassChip({ passed, className }: { passed: boolean; className?: string }) {
  const { t } = useTranslation('ui');
  return (
    <Chip tone={passed ? 'delivered' : 'neutral'} mark={passed ? 'dot' : 'square'} {...(className === undefined ? {} : { className })}>
      {t(passed ? 'passed' : 'notPassed')}
    </Chip>
  );
}

const looks: Readonly<Record<HomeworkStatusCode, ChipLook>> = {
  [homeworkStatus.notDone]: { tone: 'neutral', mark: 'ring' },
  [homeworkStatus.done]: { tone: 'kept', mark: 'ring' },
  [homeworkStatus.returned]: { tone: 'primary', mark: 'square' },
  [homeworkStatus.awaitingMarking]: { tone: 'delivered', mark: 'dot' },
  [homeworkStatus.finished]: { tone: 'delivered', mark: 'square' },
};

/**
 * Shows one of the specification's five statuses of a homework. Work that awaits marking is delivered for its student, but still to be done
 * by its teacher.
 */
export function HomeworkStatusChip({ status, viewer }: { status: HomeworkStatusCode; viewer: 'teacher' | 'student' }) {
  const { t } = useTranslation('assignment');
  const awaits = viewer === 'teacher' && status === homeworkStatus.awaitingMarking;
  return (
    <Chip {...looks[status]} {...(awaits && { tone: 'kept' })}>
      {t(`status${status}`)}
    </Chip>
  );
}
