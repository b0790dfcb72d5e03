import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { useParams } from 'react-router-dom';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { CertificateFace, type PrintedIdentity } from '../parts/certificate-face.tsx';
import { OwnQueries } from '../../../platform/api/own-queries.tsx';

/** Shows a certificate in A4 landscape. /certificate/{id} */
export const CertificatePage = () => (
  <OwnQueries>
    <Certificate />
  </OwnQueries>
);

function Certificate() {
  const { t } = useTranslation(['certificate', 'ui']);
  const id = Number(useParams()['id']);
  const mayChange = useCanChangeData();
  const [identity, setIdentity] = useState<PrintedIdentity | null>(null);
  const print = useAction({ mutationFn: () => makeCall('/certificate/getPrinted', { id }), onSuccess: setIdentity });
  // The whole ID number is on the page only while it is printed.
  useEffect(() => {
    if (identity === null) return;
    const mask = () => setIdentity(null);
    window.addEventListener('afterprint', mask);
    window.print();
    return () => window.removeEventListener('afterprint', mask);
  }, [identity]);
  const found = useCall('/certificate/getById', { id }, { quiet: true });
  return (
    <main className="mx-auto max-w-[1171px] p-6 print:m-0 print:max-w-none print:p-0">
      <style>{'@page { size: A4 landscape; margin: 0; }'}</style>
      {found.data === undefined ? (
        <LoadingState query={found} className="h-[794px] rounded-xl" />
      ) : (
        <>
          {found.data.mayPrint && mayChange && (
            <div className="mb-3 flex items-center justify-end gap-4 print:hidden">
              <p className="text-[13px] text-muted-foreground">
                {t('printsWhole')} {found.data.publicAddress === '' && t('noAddress')}
              </p>
              <Button variant="primary" repeats={false} busy={print.isPending} onClick={() => print.mutate()}>
                {t('ui:printNow')}
              </Button>
            </div>
          )}
          {/* The sheet has a fixed size; on a phone the page scrolls. */}
          <CertificateFace data={found.data} identity={identity} />
        </>
      )}
    </main>
  );
}
