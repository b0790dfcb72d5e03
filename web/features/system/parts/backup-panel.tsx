import { DatabaseBackup } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { jobState } from '../../../../sync/contract/codes.ts';
import type { systemCalls } from '../../../../sync/contract/platform/system.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { Column } from '../../../ui/list/table-columns.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { dateColumn, numberColumn } from '../../../ui/list/columns.tsx';

type Backup = CallOutput<(typeof systemCalls)['getBackups']>['items'][number];
/** Polling interval while a backup runs (ms). */
const askEveryMs = 1000;

/** Loads the newest backup job and polls it while it runs. */
const useNewestJob = () =>
  useCall(
    '/job/getList',
    { pageSize: 1, filter: { kind: 'backup' } },
    {
      select: ({ items }) => items[0] ?? null,
      refetchInterval: ({ state }) => (isOpen(state.data?.items[0]?.state) ? askEveryMs : false),
    },
  );

const isOpen = (state: number | undefined): boolean => state === jobState.waiting || state === jobState.running;

export function BackupPanel() {
  const { t } = useTranslation(['system', 'words']);
  const invalidate = useInvalidate();
  const backups = useCall('/system/getBackups', {});
  const newest = useNewestJob();
  const job = newest.data;
  const start = useAction({
    mutationFn: () => makeCall('/system/backup', {}),
    onSuccess: () => invalidate('/job'),
  });
  const open = isOpen(job?.state);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) {
      if (job?.state === jobState.done) toast.success(t('backupDone'));
      else if (job?.error) toast.error(job.error);
      void invalidate('/system/getBackups');
    }
    wasOpen.current = open;
  }, [open, job, invalidate, t]);
  if (backups.error !== null && backups.data === undefined)
    return <QueryFailure error={backups.error} onRetry={() => void backups.refetch()} />;
  const columns: Column<Backup>[] = [
    dateColumn('made', t('backupMade'), (row) => row.madeMs, { width: 'w-44', fixed: true }),
    { key: 'name', header: t('backupName'), value: (row) => row.name },
    {
      key: 'state',
      header: t('words:status'),
      width: 'w-28',
      cell: (row) => (
        <Chip tone={row.whole ? 'delivered' : 'seal'} mark={row.whole ? 'dot' : 'square'}>
          {row.whole ? t('backupWhole') : t('backupDamaged')}
        </Chip>
      ),
    },
    numberColumn('files', t('fileCount'), (row) => row.fileCount, { width: 'w-24' }),
    numberColumn('size', t('size'), (row) => formatBytes(row.sizeBytes), { width: 'w-28' }),
    numberColumn('version', t('build'), (row) => row.version, { width: 'w-28', wide: true }),
  ];
  const total = job?.total ?? null;
  return (
    <div className="flex flex-col gap-3.5">
      <Strip tone="kept">{t('backupKeys')}</Strip>
      <div className="flex flex-wrap items-center gap-3.5">
        {/* Disabled until it is known whether a backup is running, so that the button does not disappear under a click. */}
        <Button variant="primary" onClick={() => start.mutate()} busy={start.isPending || open} disabled={newest.isPending}>
          <DatabaseBackup aria-hidden />
          {t('backUpNow')}
        </Button>
        {open && job != null && (
          <span role="status" className="num flex items-center gap-2.5 text-[13px] text-muted-foreground">
            {job.state === jobState.running ? t('backupRunning') : t('backupWaiting')}
            <Progress value={total === null || total === 0 ? null : job.done / total} label={t('backupRunning')} className="w-40" />
            {total !== null && `${job.done}/${total}`}
          </span>
        )}
        {!open && job?.state === jobState.failed && (
          <span role="alert" className="text-[13px] text-seal">
            {job.error}
          </span>
        )}
      </div>
      <Panel title={t('backupsTitle')} aside={<code className="truncate text-[12.5px] text-muted-foreground">{backups.data?.folder}</code>}>
        <DataTable
          caption={t('backupsTitle')}
          columns={columns}
          rows={backups.data?.items}
          keyOf={(row) => row.name}
          nameOf={(row) => row.name}
          expected={4}
          empty={<EmptyState title={t('backupsEmpty')}>{t('backupsEmptyText')}</EmptyState>}
        />
      </Panel>
    </div>
  );
}
