import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/call-query.ts';
import { useParams } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CertificateFace } from '../parts/certificate-face.tsx';
import { OwnQueries } from '../../../platform/own-queries.tsx';

/** Shows a certificate in A4 landscape. /certificate/{id} */
export const CertificatePage = () => (
  <OwnQueries>
    <Certificate />
  </OwnQueries>
);

function Certificate() {
  const { t } = useTranslation('certificate');
  const id = Number(useParams()['id']);
  const found = useCall('/certificate/getById', { id }, { quiet: true });
  return (
    <main className="mx-auto max-w-[1171px] p-6 print:m-0 print:max-w-none print:p-0">
      <style>{'@page { size: A4 landscape; margin: 0; }'}</style>
      {found.data === undefined ? (
        found.error === null ? (
          <Skeleton className="h-[794px] rounded-xl" />
        ) : (
          <QueryFailure error={found.error} onRetry={() => void found.refetch()} />
        )
      ) : (
        <>
          <div className="mb-3 flex justify-end print:hidden">
            <Button variant="primary" onClick={() => window.print()}>
              {t('print')}
            </Button>
          </div>
          {/* The sheet has a fixed size; on a phone the page scrolls. */}
          <CertificateFace data={found.data} />
        </>
      )}
    </main>
  );
}
