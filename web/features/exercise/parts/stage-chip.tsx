import { useTranslation } from '../../../lib/i18n.ts';
import type { PracticeSittingStage } from '../../../../sync/domain/learning/practice-own.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';

const looks = { planned: ['neutral', 'ring'], running: ['kept', 'ring'], ended: ['delivered', 'dot'] } as const;

export function StageChip({ stage }: { stage: PracticeSittingStage }) {
  const { t } = useTranslation('exercise');
  const [tone, mark] = looks[stage];
  return (
    <Chip tone={tone} mark={mark}>
      {t(`stages.${stage}`)}
    </Chip>
  );
}
