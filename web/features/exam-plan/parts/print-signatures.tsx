import { useTranslation } from '../../../lib/i18n.ts';

type Signer = 'signInvigilator' | 'signSecond' | 'signEntered' | 'signChecked' | 'signHead' | 'signDrawer' | 'signExamineeRep';

/** Lines to sign on at the end of a printed list; they are on paper only. */
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
