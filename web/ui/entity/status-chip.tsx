import { useTranslation } from '../../lib/i18n.ts';
import type { ExamStatusCode, ExamUserStatusCode, PaperStatusCode, QuestionStatusCode } from '../../../sync/contract/codes.ts';
import { Chip, type ChipTone, type MarkShape } from '../primitives/chip.tsx';

type Look = readonly [ChipTone, MarkShape];

// Each status differs in shape as well as in colour.
const paperLooks: Record<PaperStatusCode, Look> = {
  0: ['neutral', 'ring'],
  1: ['kept', 'ring'],
  2: ['delivered', 'dot'],
  3: ['primary', 'square'],
};
const questionLooks: Record<QuestionStatusCode, Look> = {
  0: ['neutral', 'ring'],
  1: ['kept', 'ring'],
  2: ['delivered', 'dot'],
  3: ['neutral', 'square'],
};
const examLooks: Record<ExamStatusCode, Look> = {
  0: ['kept', 'ring'],
  1: ['delivered', 'dot'],
  2: ['primary', 'ring'],
  3: ['primary', 'dot'],
  4: ['primary', 'dot'],
  5: ['primary', 'dot'],
  6: ['neutral', 'square'],
};
const examUserLooks: Record<ExamUserStatusCode, Look> = {
  '-3': ['seal', 'square'],
  '-2': ['neutral', 'square'],
  '-1': ['neutral', 'ring'],
  0: ['primary', 'dot'],
  1: ['delivered', 'dot'],
  2: ['kept', 'dot'],
  3: ['delivered', 'square'],
};

export function PaperStatusChip({ status }: { status: PaperStatusCode }) {
  const { t } = useTranslation('codes');
  const [tone, mark] = paperLooks[status];
  return (
    <Chip tone={tone} mark={mark}>
      {t(`paperStatus.${status}`)}
    </Chip>
  );
}

export function ExamStatusChip({ status }: { status: ExamStatusCode }) {
  const { t } = useTranslation('codes');
  const [tone, mark] = examLooks[status];
  return (
    <Chip tone={tone} mark={mark}>
      {t(`examStatus.${status}`)}
    </Chip>
  );
}

export function ExamUserStatusChip({ status }: { status: ExamUserStatusCode }) {
  const { t } = useTranslation('codes');
  const [tone, mark] = examUserLooks[status];
  return (
    <Chip tone={tone} mark={mark}>
      {t(`examUserStatus.${status}`)}
    </Chip>
  );
}

export function QuestionStatusChip({ status }: { status: QuestionStatusCode }) {
  const { t } = useTranslation('codes');
  const [tone, mark] = questionLooks[status];
  return (
    <Chip tone={tone} mark={mark}>
      {t(`questionStatus.${status}`)}
    </Chip>
  );
}
