import { useTranslation } from '../../../lib/i18n.ts';
import type { PracticeSittingStage } from '../../../../sync/domain/learning/practice-own.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';

const looks = {
  planned: { tone: 'neutral', mark: 'ring' },
  running: { tone: 'kept', mark: 'ring' },
  ended: { tone: 'delivered', mark: 'dot' },
} as const;

export function StageChip({ stage }: { stage: PracticeSittingStage }) {
  const { t } = useTranslation('exercise');
  return <Chip {...looks[stage]}>{t(`stages.${stage}`)}</Chip>;
}
