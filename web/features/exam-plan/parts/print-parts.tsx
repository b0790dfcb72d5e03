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

type Signer = 'signInvigilator' | 'signSecond' | 'signEntered' | 'signChecked' | 'signHead' | 'signDrawer' | 'signExamineeRep';

/** Renders the lines for signatures at the end of a printed list. The screen does not show them. */
export function PrintSignatures({ signers }: { signers: readonly Signer[] }) {
  const { t } = useTranslation('examPlan');
  return (
    <p className="mt-4 hidden break-inside-avoid flex-wrap gap-x-8 gap-y-5 text-sm text-black print:flex">
      {[...signers, 'signDate' as const].map((signer) => (
        <span key={signer}>{t(signer)} ________________</span>
      ))}
    </p>
  );
}
