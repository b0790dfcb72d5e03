import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { enrolmentBatchResource } from '../../../../sync/contract/applications/batch.ts';
import { enrolmentStatus, offerStatus } from '../../../../sync/contract/codes.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { useListQuery } from '../../../platform/api/list-query.ts';
import { useShowSaved } from '../../../platform/next-step.tsx';
import type { RowVersionKey } from '../../../platform/forms/create-resource-calls.ts';
import { useResourceColumns } from '../../../platform/forms/resource-columns.ts';
import { ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { createOneOfFilter, textFilter } from '../../../ui/list/list-filters.ts';
import { useListState } from '../../../ui/list/list-state.ts';
import { FigureStrip } from '../../../ui/primitives/panel.tsx';
import { batchResourceCalls } from '../application-resource-calls.ts';
import type { BatchRow } from '../application-queries.ts';
import { getLevelName } from '../level-name.ts';
import { BatchForm } from '../parts/offer/batch-form.tsx';
import { EnrollCharts } from '../parts/offer/enroll-charts.tsx';
import { useOfferActions } from '../parts/offer/offer-actions.ts';
import { OfferPhaseChip, OfferWindow, QuotaBar } from '../parts/offer/offer-cells.tsx';
import { TodayPanel } from '../parts/offer/today-panel.tsx';
import { WaitingApplicants } from '../parts/waiting-applicants.tsx';

const statuses = Object.values(offerStatus);
const filters = { keyword: textFilter, status: createOneOfFilter(statuses) };

/** Home page of the enrolment administrator: applications to review today, and the batches. */
export function BatchListPage() {
  const { t } = useTranslation('filing');
  const { t: code } = useTranslation('codes');
  const list = useListState({ filters, sort: '-updatedMs' });
  const batches = useListQuery('/batch/getList', list.input);
  const column = useResourceColumns(enrolmentBatchResource)<BatchRow>();
  const actions = useOfferActions('batch');
  const counts = useCall('/enroll/getCounts', {});
  const [copied, setCopied] = useState<BatchRow | null>(null);
  const showSaved = useShowSaved();
  const closeCopy = (saved?: RowVersionKey) => {
    setCopied(null);
    if (saved !== undefined) showSaved(saved);
  };
  const of = (status: number) => counts.data?.offers.filter((row) => row.status === status).reduce((sum, row) => sum + row.count, 0) ?? 0;
  const waiting = counts.data?.waiting;
  const today = counts.data?.days.at(-1);
  const reviewOf = (id: number) => `/enroll/list?offerId=${id}`;
  return (
    <>
      <FigureStrip
        className="mb-3.5"
        figures={[
          {
            label: t('toReview'),
            value: (
              <Link className="text-primary underline-offset-4 hover:underline" to={`/enroll/list?status=${enrolmentStatus.underReview}`}>
                {of(enrolmentStatus.underReview)}
              </Link>
            ),
            note: (waiting?.long ?? 0) > 0 ? t('longCount', { count: waiting?.long ?? 0 }) : undefined,
          },
          { label: t('mendedWaits'), value: waiting?.mended ?? 0 },
          { label: t('clearWaits'), value: waiting?.clear ?? 0 },
          { label: t('twiceWaits'), value: waiting?.twice ?? 0 },
          { label: t('approved'), value: of(enrolmentStatus.approved) },
          { label: t('cameToday'), value: today?.submitted ?? 0, note: t('decidedToday', { count: today?.decided ?? 0 }) },
        ]}
      />
      <ResourceListPage
        desk={batchResourceCalls}
        title={t('batches')}
        list={list}
        query={batches}
        columns={[
          column('name', {
            fixed: true,
            opens: true,
            cell: (row) => (
              <span className="flex items-baseline gap-2 truncate">
                <span>{row.name}</span>
                <span className="text-[13px] text-muted-foreground">
                  {row.profession === '' ? t('noProfession') : `${row.profession} ${getLevelName(code, row.level)}`}
                </span>
              </span>
            ),
            value: (row) => row.name,
          }),
          column('parts', {
            width: 'w-32',
            cell: (row) => row.parts.map(({ part, resit }) => `${t(`parts.${part}`)}${resit ? t('resit') : ''}`).join('、'),
          }),
          column('closesMs', { width: 'w-64', cell: (row) => <OfferWindow offer={row} /> }),
          column('quota', { width: 'w-52', cell: (row) => <QuotaBar quota={row.quota} approved={row.approved} pending={row.pending} /> }),
          column('pending', {
            width: 'w-24',
            align: 'right',
            cell: (row) =>
              row.pending === 0 ? (
                '—'
              ) : (
                <Link className="font-semibold text-primary" to={reviewOf(row.id)}>
                  {row.pending}
                </Link>
              ),
            value: (row) => row.pending,
          }),
          column('status', { width: 'w-28', cell: (row) => <OfferPhaseChip kind="enroll" offer={row} /> }),
          column('updatedMs', { width: 'w-40', extra: true }),
        ]}
        filters={
          <FilterSelect
            list={list}
            name="status"
            label={t('status')}
            all={t('allStatuses')}
            choices={statuses.map((status) => ({ value: status, label: t(`offerStatus.${status}`) }))}
          />
        }
        nameOf={(row) => row.name}
        actions={(row) => [
          { label: t('review'), to: reviewOf(row.id) },
          ...actions(row),
          { label: t('copy'), onSelect: () => setCopied(row) },
        ]}
        more={
          <Button asChild>
            <Link to="/enroll/index/import">
              <FileUp aria-hidden />
              {t('classImport')}
            </Link>
          </Button>
        }
        form={(saved, onClose) => <BatchForm saved={saved} onClose={onClose} />}
        emptyText={t('batchEmpty')}
      />
      {copied !== null && <BatchForm saved={null} from={copied} onClose={closeCopy} />}
      <div className="mt-3.5 grid items-start gap-3.5 lg:grid-cols-2">
        {counts.data !== undefined && <TodayPanel figures={counts.data} />}
        <WaitingApplicants />
      </div>
      {counts.data !== undefined && <EnrollCharts figures={counts.data} />}
    </>
  );
}
