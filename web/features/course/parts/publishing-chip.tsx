import { useTranslation } from '../../../lib/i18n.ts';
import type { PublishingStatusCode } from '../../../../sync/contract/learning/publishing.ts';
import { Chip, type ChipTone, type MarkShape } from '../../../ui/primitives/chip.tsx';

const looks: Readonly<Record<PublishingStatusCode, readonly [ChipTone, MarkShape]>> = {
  0: ['kept', 'ring'],
  1: ['delivered', 'dot'],
  2: ['neutral', 'square'],
};

export function PublishingChip({ status }: { status: PublishingStatusCode }) {
  const { t } = useTranslation('learning');
  return (
    <Chip tone={looks[status][0]} mark={looks[status][1]}>
      {t(`statuses.${status}`)}
    </Chip>
  );
}
