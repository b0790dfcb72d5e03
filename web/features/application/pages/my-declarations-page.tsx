import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams } from 'react-router-dom';
import { formatDateTime } from '../../../lib/format-time.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { useStoredCall } from '../../../platform/offline-pages/stored-call.ts';
import { getLevelName } from '../application-queries.ts';
import { ApplicationStatusChip } from '../parts/application-status.tsx';
import { FormFiller } from '../parts/form/form-filler.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

/** Lists the projects that a student may declare for, with the status of each declaration. */
export function MyDeclarationsPage() {
  const { t } = useTranslation(['application', 'words']);
  const { t: code } = useTranslation('codes');
  const { data, error, refetch } = useStoredCall('/declaration/getOpen', {});
  if (error !== null && data === undefined) return <QueryFailure error={error} onRetry={() => void refetch()} />;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader description={t('myDeclarationsHint')} />
      {data === undefined && <Skeleton className="h-40" />}
      {data?.value.items.length === 0 && <EmptyState title={t('noProject')}>{t('noProjectText')}</EmptyState>}
      <ul className="grid gap-3 lg:grid-cols-2">
        {data?.value.items.map((item) => (
          <li key={item.id}>
            <Link
              to={`/student/declaration/${item.id}`}
              className="flex h-full flex-col gap-1.5 rounded-xl border bg-card p-4 hover:border-primary"
            >
              <span className="flex flex-wrap items-center gap-2">
                <strong className="text-[15px]">{item.name}</strong>
                <ApplicationStatusChip kind="declare" status={item.status} />
              </span>
              <span className="text-sm">
                {item.profession} {getLevelName(code, item.level)}
              </span>
              <span className="num text-[13px] text-muted-foreground">
                {t('windowOf', { from: formatDateTime(item.opensMs), to: formatDateTime(item.closesMs) })}
              </span>
              {item.reminded && (
                <span className="text-[13px] text-kept-ink">
                  {t('remindedBy', { by: item.reminded.by, when: formatDateTime(item.reminded.ms) })}
                </span>
              )}
              {item.notice !== '' && <span className="text-[13px] whitespace-pre-line">{item.notice}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shows one declaration to its student, for filling in or reading. */
export function MyDeclarationPage() {
  const { t } = useTranslation(['application', 'words']);
  const { t: code } = useTranslation('codes');
  const offerId = Number(useParams()['id']);
  const openOffers = useStoredCall('/declaration/getOpen', {});
  const declaration = useStoredCall('/declare/getMine', { offerId });
  const project = openOffers.data?.value.items.find((item) => item.id === offerId);
  const error = declaration.error ?? openOffers.error;
  if (error !== null && (declaration.data === undefined || openOffers.data === undefined))
    return <QueryFailure error={error} onRetry={() => void declaration.refetch()} />;
  if (declaration.data === undefined || openOffers.data === undefined) return <Skeleton className="h-60" />;
  if (project === undefined)
    return (
      <ErrorState
        title={t('noSuchProject')}
        action={<LinkButton to="/student/declaration/index">{t('words:myDeclarations')}</LinkButton>}
      />
    );
  return (
    <FormFiller
      kind="declare"
      applications={declaration.data.value}
      isKept={declaration.data.fromDevice}
      title={`${project.name} · ${project.profession} ${getLevelName(code, project.level)}`}
      closesMs={project.closesMs}
    />
  );
}
