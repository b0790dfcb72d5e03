import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { Link, useSearchParams } from 'react-router-dom';
import { deriveOfferPhase } from '../../../../sync/domain/applications/application-machine.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { type OpenBatch, getLevelName } from '../application-queries.ts';
import { useStoredCall } from '../../../platform/offline-pages/stored-call.ts';
import { ApplicationStatusChip } from '../parts/application-status.tsx';
import { FormFiller } from '../parts/form/form-filler.tsx';
import { useNow } from '../../../ui/use-now.ts';

/** Shows an applicant the open batches, and then the form of the chosen one. */
export function EnrollMainPage() {
  const { t } = useTranslation('application');
  const [params] = useSearchParams();
  const chosen = Number(params.get('batch'));
  const { data, error, refetch } = useStoredCall('/batch/getOpen', {});
  const batch = data?.value.items.find((item) => item.id === chosen);
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-60" />;
  if (batch !== undefined) return <BatchForm batch={batch} listKept={data.fromDevice} />;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('batchesOpen')} description={t('batchesOpenHint')} />
      {data.value.items.length === 0 && <EmptyState title={t('noBatchOpen')}>{t('noBatchOpenText')}</EmptyState>}
      <ul className="grid gap-3 sm:grid-cols-2">
        {data.value.items.map((item) => (
          <li key={item.id}>
            <BatchCard batch={item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function BatchCard({ batch }: { batch: OpenBatch }) {
  const { t } = useTranslation('application');
  const level = getLevelName(useTranslation('codes').t, batch.level);
  const phase = deriveOfferPhase({ ...batch, status: batch.offerStatus }, useNow());
  return (
    <Link to={`/enroll/main?batch=${batch.id}`} className="flex h-full flex-col gap-1.5 rounded-xl border bg-card p-4 hover:border-primary">
      <span className="flex flex-wrap items-center gap-2">
        <strong className="text-[15px]">
          {batch.profession} {level}
        </strong>
        {batch.status === null ? (
          <Chip tone={phase === 'open' ? 'primary' : 'neutral'} mark={phase === 'open' ? 'dot' : 'ring'}>
            {t(`phases.${phase}`)}
          </Chip>
        ) : (
          <ApplicationStatusChip kind="enroll" status={batch.status} />
        )}
      </span>
      <span className="text-sm">{batch.name}</span>
      <span className="num text-[13px] text-muted-foreground">
        {t('windowOf', { from: formatDateTime(batch.opensMs), to: formatDateTime(batch.closesMs) })}
      </span>
      <span className="text-[13px] text-muted-foreground">
        {joinWords(batch.parts.map(({ part, resit }) => (resit ? t('partResit', { part: t(`parts.${part}`) }) : t(`parts.${part}`))))}
        {batch.left >= 0 &&
          ` · ${batch.left > 0 ? t('placesLeft', { count: batch.left }) : t(batch.waitingList ? 'placesWaiting' : 'placesNone')}`}
      </span>
      {batch.notice !== '' && <span className="text-[13px] whitespace-pre-line">{batch.notice}</span>}
    </Link>
  );
}

function BatchForm({ batch, listKept }: { batch: OpenBatch; listKept: boolean }) {
  const { t: code } = useTranslation('codes');
  const { data, error, refetch } = useStoredCall('/enroll/getMine', { offerId: batch.id });
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-60" />;
  return (
    <FormFiller
      kind="enroll"
      applications={data.value}
      isKept={data.fromDevice || listKept}
      title={`${batch.profession} ${getLevelName(code, batch.level)} · ${batch.name}`}
      closesMs={batch.closesMs}
      photoRule={batch.photoRule}
    />
  );
}
