import { Link, useLocation } from 'react-router-dom';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { ApplicationDetail } from '../../../../../sync/contract/applications/application.ts';
import { type ApplicationKind, applicationKinds } from '../../../../../sync/domain/applications/application-machine.ts';
import { formatDateTime } from '../../../../lib/format-time.ts';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { ApplicationStatusChip } from '../application-status.tsx';

type TwinApplication = ApplicationDetail['twins'][number];

/** Finds, among a person's other applications, an approved one to the same batch or project. While it stands, no other can be approved. */
export const findApprovedTwin = (kind: ApplicationKind, twins: readonly TwinApplication[]): TwinApplication | undefined =>
  twins.find((twin) => twin.isSameOffer && twin.status === applicationKinds[kind].approved);

/** Lists the other applications with the same ID number. If some are for the same batch or project, says how approving this one affects them. */
export function TwinStrip({ kind, duplicates }: { kind: ApplicationKind; duplicates: readonly TwinApplication[] }) {
  const { t } = useTranslation('application');
  const { search } = useLocation();
  const isRival = (twin: TwinApplication) => twin.isSameOffer && applicationKinds[kind].reviewed.some((status) => status === twin.status);
  const addressOf = (id: number) => {
    const params = new URLSearchParams(search);
    params.set('id', String(id));
    return `?${params}`;
  };
  const rule = findApprovedTwin(kind, duplicates) ? t('twinApproved') : duplicates.some(isRival) ? t('twinRival') : null;
  return (
    <Strip tone={rule === null ? 'neutral' : 'kept'} className="rounded-none">
      <p>{t('twins', { count: duplicates.length })}</p>
      <ul className="my-1 flex flex-col gap-1">
        {duplicates.map((twin, at) => (
          <li key={twin.id ?? `unseen ${at}`} className="flex flex-wrap items-center gap-x-2.5">
            {twin.id === null ? (
              <span>{twin.name}</span>
            ) : (
              <Link className="font-semibold underline" to={addressOf(twin.id)}>
                {twin.name}
              </Link>
            )}
            <ApplicationStatusChip kind={kind} status={twin.status} />
            <span>{twin.offerName}</span>
            {twin.atMs !== null && <span className="num">{t('submittedOn', { when: formatDateTime(twin.atMs) })}</span>}
          </li>
        ))}
      </ul>
      {rule !== null && <p className="font-semibold">{rule}</p>}
    </Strip>
  );
}
