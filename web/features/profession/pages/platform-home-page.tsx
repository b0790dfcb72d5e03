import { useAtomValue } from 'jotai';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { questionStatus } from '../../../../sync/contract/codes.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useListQuery, useWholeList } from '../../../platform/api/call-query.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { noBankQuestions, useBankCounts, getBankPath } from '../profession-queries.ts';

/** Shows the question platform's administrator the open work and links to each bank. */
export function QuestionPlatformHomePage() {
  const { t } = useTranslation('prof');
  const { t: code } = useTranslation('codes');
  const user = useAtomValue(sessionUserAtom);
  const professions = useWholeList('/prof/getList', { sort: 'code', filter: { enabled: true } });
  const tables = useListQuery('/detail/getList', { pageSize: 8 });
  const counts = useBankCounts();
  const failure = professions.error ?? tables.error ?? counts.error;
  if (failure !== null)
    return (
      <QueryFailure
        error={failure}
        onRetry={() => {
          void professions.refetch();
          tables.refetch();
          void counts.refetch();
        }}
      />
    );
  if (professions.data === undefined || tables.data === undefined || counts.data === undefined) return <HomeSkeleton />;
  const items = professions.data;
  const withoutTable = items.filter((row) => row.tableCount === 0);
  const countOf = (row: { readonly id: number }) => counts.data.get(row.id) ?? noBankQuestions;
  // Only the super admin creates detail tables, so this page shows just the number of missing ones.
  const empty = items.filter((row) => countOf(row).all === 0);
  const waitingRows = items.filter((row) => countOf(row).inReview > 0);
  const inAll = [...counts.data.values()];
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('homeTitle')} description={t('homeHint', { name: user?.name ?? '' })} />
      <FigureStrip
        figures={[
          { label: t('figureProfs'), value: items.length },
          { label: t('figureQuestions'), value: inAll.reduce((sum, count) => sum + count.all, 0) },
          { label: t('figureInReview'), value: inAll.reduce((sum, count) => sum + count.inReview, 0) },
          { label: t('figureTables'), value: tables.data.total },
          { label: t('figureMissing'), value: withoutTable.length },
        ]}
      />
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <Panel title={t('needsTitle')}>
          {empty.length + waitingRows.length === 0 ? (
            <EmptyState className="py-8" icon={<CircleCheck strokeWidth={1.6} className="text-delivered" />} title={t('needNothingTitle')}>
              {t('needNothingText')}
            </EmptyState>
          ) : (
            <ul className="divide-y">
              {waitingRows.map((row) => (
                <li key={`review-${row.id}`}>
                  <Link
                    to={`${getBankPath(row)}?status=${questionStatus.inReview}`}
                    className="flex items-center gap-3 px-3.5 py-2.5 text-sm hover:bg-muted/55 focus-visible:-outline-offset-2"
                  >
                    <span className="num text-muted-foreground">{row.code}</span>
                    <span className="font-medium">{row.name}</span>
                    <Chip tone="primary" mark="dot" className="num ml-auto">
                      {t('needReview', { count: countOf(row).inReview })}
                    </Chip>
                  </Link>
                </li>
              ))}
              {empty.slice(0, 8).map((row) => (
                <li key={`empty-${row.id}`}>
                  <Link
                    to={getBankPath(row)}
                    className="flex items-center gap-3 px-3.5 py-2.5 text-sm hover:bg-muted/55 focus-visible:-outline-offset-2"
                  >
                    <span className="num text-muted-foreground">{row.code}</span>
                    <span className="font-medium">{row.name}</span>
                    <Chip tone="kept" mark="ring" className="ml-auto">
                      {t('needQuestions')}
                    </Chip>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <Panel title={t('recentTitle')}>
          {tables.data.items.length === 0 ? (
            <EmptyState className="py-8" title={t('recentNone')} />
          ) : (
            <ul className="divide-y">
              {tables.data.items.map((table) => (
                <li key={table.id} className="px-3.5 py-2.5 text-sm">
                  <p className="flex items-baseline gap-2">
                    <span className="font-medium">{table.professionName}</span>
                    <span>{table.tradeName}</span>
                    <span>{code(`professionLevel.${table.level}`)}</span>
                    <span className="num ml-auto text-[13px] text-muted-foreground">{formatDateTime(table.updatedMs)}</span>
                  </p>
                  <p className="num text-[13px] text-muted-foreground">
                    {t('edition', { n: table.edition })} · {t('points', { count: table.pointCount })}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <Panel
          title={t('bankTitle')}
          className="lg:col-span-2"
          aside={
            <Link to="/question/profs" className="rounded-sm text-[13px] text-primary underline-offset-4 hover:underline">
              {t('allProfs')}
            </Link>
          }
        >
          {items.length === 0 ? (
            <EmptyState className="py-8" title={t('emptyTitle')}>
              {t('emptySchool')}
            </EmptyState>
          ) : (
            <ul className="grid sm:grid-cols-2 xl:grid-cols-3">
              {items.slice(0, 12).map((row) => (
                <li key={row.id} className="-mt-px -ml-px border-t border-l">
                  <Link to={getBankPath(row)} className="block px-3.5 py-3 hover:bg-muted/55 focus-visible:-outline-offset-2">
                    <span className="flex items-baseline gap-2">
                      <span className="font-medium">{row.name}</span>
                      <span className="num text-[13px] text-muted-foreground">{row.code}</span>
                      <span className="num ml-auto text-[13px]">{t('bankCount', { count: countOf(row).all })}</span>
                    </span>
                    <span className="block truncate text-[13px] text-muted-foreground">
                      {row.trades.length === 0 ? t('noTrades') : row.trades.map((trade) => trade.name).join(' · ')}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </div>
  );
}

function HomeSkeleton() {
  return (
    <div className="flex flex-col gap-3.5" aria-busy>
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-16 rounded-xl" />
      <div className="grid gap-3.5 lg:grid-cols-2">
        <Skeleton className="h-64 rounded-xl" />
        <Skeleton className="h-64 rounded-xl" />
      </div>
    </div>
  );
}
