import { useTranslation } from '../../../lib/i18n.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';

export function SchoolStatusChip({ status }: { status: 0 | 1 }) {
  const { t } = useTranslation('school');
  return (
    <Chip tone={status === 1 ? 'delivered' : 'neutral'} mark={status === 1 ? 'dot' : 'square'}>
      {t(`status.${status}`)}
    </Chip>
  );
}
