import { Printer } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';

export function PrintButton() {
  const { t } = useTranslation('examPlan');
  return (
    <Button onClick={() => window.print()}>
      <Printer />
      {t('print')}
    </Button>
  );
}
