import { useTranslation } from '../../../lib/i18n.ts';
import type { SittingStage } from '../../../../sync/machines/practice-own.ts';
import { Chip } from '../../../ui/chip.tsx';

const looks = { planned: ['neutral', 'ring'], running: ['kept', 'ring'], ended: ['delivered', 'dot'] } as const;

export function StageChip({ stage }: { stage: SittingStage }) {
  const { t } = useTranslation('exercise');
  const [tone, mark] = looks[stage];
  return (
    <Chip tone={tone} mark={mark}>
      {t(`stages.${stage}`)}
    </Chip>
  );
}
