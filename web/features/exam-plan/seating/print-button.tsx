import { Printer } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';

export function PrintButton() {
  const { t } = useTranslation(['examPlan', 'ui']);
  return (
    <Button onClick={() => window.print()}>
      <Printer />
      {t('ui:printNow')}
    </Button>
  );
}
