import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { jobState, type JobStateCode } from '../../../../sync/contract/codes.ts';
import { jobKinds } from '../../../../sync/contract/platform/job.ts';
import { useInvalidate, type ListRow, useListQuery } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Chip, type ChipLook } from '../../../ui/primitives/chip.tsx';
import { DataList } from '../../../ui/list/data-list.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { createOneOfFilter, useListState } from '../../../ui/list/list-state.ts';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { type Column, dateColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';

type Job = ListRow<'/job/getList'>;

const states = Object.values(jobState);
const filters = { state: createOneOfFilter(states), kind: createOneOfFilter(jobKinds) };
const looks: Record<JobStateCode, ChipLook> = {
  0: { tone: 'neutral', mark: 'ring' },
  1: { tone: 'primary', mark: 'dot' },
  2: { tone: 'delivered', mark: 'dot' },
  3: { tone: 'seal', mark: 'square' },
  4: { tone: 'kept', mark: 'square' },
  5: { tone: 'neutral', mark: 'square' },
};
const isOpen = (job: Job): boolean => job.state === jobState.waiting || job.state === jobState.running;
/** Polling interval while a job runs (ms). */
const askEveryMs = 2000;

export function JobList() {
  const { t } = useTranslation(['system', 'words']);
  const invalidate = useInvalidate();
  const list = useListState({ filters, sort: '-createdMs', prefix: 'job.' });
  const jobs = useListQuery('/job/getList', list.input);
  const [stopping, setStopping] = useState<Job | null>(null);
  const running = jobs.data?.items.some(isOpen) === true;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => void invalidate('/job'), askEveryMs);
    return () => clearInterval(timer);
  }, [running, invalidate]);

  const took = (job: Job): string => {
    if (job.startedMs === null || job.endedMs === null) return '';
    const seconds = Math.max(1, Math.round((job.endedMs - job.startedMs) / 1000));
    return seconds < 120 ? t('seconds', { count: seconds }) : t('minutes', { count: Math.round(seconds / 60) });
  };
  const columns: Column<Job>[] = [
    { key: 'kind', header: t('jobKind'), width: 'w-36', fixed: true, value: (job) => t(`kinds.${job.kind}`) },
    statusColumn(
      'state',
      t('words:status'),
      (job) => <Chip {...looks[job.state]}>{job.stopping ? t('stopping') : t(`states.${job.state}`)}</Chip>,
      (job) => t(`states.${job.state}`),
      { width: 'w-28' },
    ),
    {
      key: 'progress',
      header: t('jobProgress'),
      width: 'w-44',
      cell: (job) =>
        job.state === jobState.running ? (
          <span className="flex items-center gap-2.5">
            <Progress
              value={job.total === null || job.total === 0 ? null : job.done / job.total}
              label={t('jobProgress')}
              className="w-24"
            />
            <span>{job.total === null ? job.done : `${job.done}/${job.total}`}</span>
          </span>
        ) : job.total === null ? (
          ''
        ) : (
          `${job.done}/${job.total}`
        ),
      value: (job) => (job.total === null ? '' : `${job.done}/${job.total}`),
    },
    { key: 'note', header: t('jobError'), value: (job) => (job.error === '' ? job.note : job.error) },
    { key: 'by', header: t('jobBy'), width: 'w-28', value: (job) => job.userName || t('jobBySystem') },
    { key: 'school', header: t('jobSchool'), width: 'w-44', wide: true, value: (job) => job.schoolTitle },
    dateColumn('created', t('jobCreated'), (job) => job.createdMs, { sort: 'createdMs', align: 'right', muted: true }),
    numberColumn('took', t('jobTook'), took, { width: 'w-24', wide: true }),
  ];
  return (
    <>
      <DataList
        name="system.jobs"
        caption={t('jobs')}
        list={list}
        query={jobs}
        columns={columns}
        keyOf={(job) => job.id}
        nameOf={(job) => t(`kinds.${job.kind}`)}
        actions={(job) =>
          isOpen(job) && !job.stopping ? [{ label: t('jobCancel'), destroys: true, onSelect: () => setStopping(job) }] : []
        }
        filters={
          <>
            <FilterSelect
              name="state"
              label={t('words:status')}
              all={t('words:allStatuses')}
              choices={states.map((state) => ({ value: state, label: t(`states.${state}`) }))}
            />
            <FilterSelect
              name="kind"
              label={t('jobKind')}
              all={t('allKinds')}
              choices={jobKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
            />
          </>
        }
        empty={{ title: t('noJobs'), text: t('noJobsText') }}
      />
      {stopping !== null && (
        <ConfirmDialog
          title={t('jobCancelTitle')}
          cancel={t('keep')}
          confirm={t('jobCancel')}
          tone="seal"
          run={(quiet) => makeCall('/job/cancel', { id: stopping.id }, quiet)}
          invalidates={['/job']}
          doneText={t('jobCancelled')}
          onClose={() => setStopping(null)}
        >
          {t('jobCancelText', { kind: t(`kinds.${stopping.kind}`) })}
        </ConfirmDialog>
      )}
    </>
  );
}
