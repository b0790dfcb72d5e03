import { useTranslation } from '../../../lib/i18n.ts';
import { detailTableStatus, type DetailTableStatusCode } from '../../../../sync/contract/codes.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';

const looks = {
  [detailTableStatus.draft]: ['kept', 'ring'],
  [detailTableStatus.published]: ['delivered', 'dot'],
  [detailTableStatus.frozen]: ['primary', 'square'],
} as const;

export function TableStatusChip({ status }: { status: DetailTableStatusCode }) {
  const { t } = useTranslation('codes');
  const [tone, mark] = looks[status];
  return (
    <Chip tone={tone} mark={mark}>
      {t(`detailTableStatus.${status}`)}
    </Chip>
  );
}
