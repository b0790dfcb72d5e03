import { useTranslation } from '../../../lib/i18n.ts';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/primitives/tabs.tsx';
import { JobList } from '../parts/job-list.tsx';
import { WatchPanel } from '../parts/watch-panel.tsx';
import { formatBytes, formatCount } from '../../../lib/format-number.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { Panel, FigureStrip } from '../../../ui/primitives/panel.tsx';
import { QueryFailure, LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { systemSettings, type SystemSettings, type systemCalls } from '../../../../sync/contract/platform/system.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { SettingsBody } from '../../../platform/forms/form-frame.tsx';
import { refreshPlatformInfo } from '../../../platform/pwa/platform-info.ts';
import { createChangeOnlyCalls } from '../../../platform/forms/use-save.ts';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { Input } from '../../../ui/primitives/input.tsx';
import { NumberField, TextField } from '../../../ui/form/form-fields.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { RefreshCw, ShieldCheck, DatabaseBackup } from 'lucide-react';
import { useAction } from '../../../ui/use-action.ts';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type Column, numberColumn, dateColumn } from '../../../ui/list/columns.tsx';
import { useEffect, useRef } from 'react';
import { jobState } from '../../../../sync/contract/codes.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';

const tabs = ['settings', 'storage', 'backups', 'jobs', 'watch', 'version'] as const;

/** Shows the system user's pages: platform settings, storage, backups, background jobs, monitoring and version. */
export function SystemPage() {
  const { t } = useTranslation(['system', 'words']);
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'settings';
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader />
      {/* Keep only the tab in the URL and drop the list filters of other tabs. */}
      <Tabs value={tab} onValueChange={(next) => setParams({ tab: next })}>
        <TabsList className="mb-3.5">
          {tabs.map((each) => (
            <TabsTrigger key={each} value={each}>
              {t(`tabs.${each}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="settings">
          <SettingsPanel />
        </TabsContent>
        <TabsContent value="storage">
          <StoragePanel />
        </TabsContent>
        <TabsContent value="backups">
          <BackupPanel />
        </TabsContent>
        <TabsContent value="jobs">
          <JobList />
        </TabsContent>
        <TabsContent value="watch">
          <WatchPanel />
        </TabsContent>
        <TabsContent value="version">
          <VersionPanel />
        </TabsContent>
      </Tabs>
    </div>
  );
}

const minuteMs = 60_000;

function VersionPanel() {
  const { t } = useTranslation('system');
  const version = useCall('/system/getVersion', {});
  if (version.error !== null && version.data === undefined)
    return <QueryFailure error={version.error} onRetry={() => void version.refetch()} />;
  const { data } = version;
  const span = (ms: number): string => {
    const minutes = Math.floor(ms / minuteMs);
    if (minutes < 120) return t('minutes', { count: minutes });
    return minutes < 2880 ? t('hours', { count: Math.floor(minutes / 60) }) : t('days', { count: Math.floor(minutes / 1440) });
  };
  const facts =
    data === undefined
      ? []
      : [
          [t('build'), data.build],
          [t('schema'), data.schema],
          [t('schemaApplied'), formatDateTime(data.schemaAppliedMs)],
          [t('node'), data.node],
          [t('database'), data.database],
          [t('os'), data.platform],
          [t('started'), formatDateTime(data.startedMs)],
          [t('uptime'), span(data.nowMs - data.startedMs)],
          [t('serverTime'), formatDateTime(data.nowMs)],
          [t('memory'), formatBytes(data.memoryBytes)],
        ];
  return (
    <Panel className="max-w-2xl" bodyClassName="px-4 py-2">
      {data === undefined ? (
        <div aria-hidden className="flex flex-col gap-3.5 py-2">
          {Array.from({ length: 8 }, (_, at) => (
            <Skeleton key={at} className="h-4 w-2/3" />
          ))}
        </div>
      ) : (
        <dl className="num grid grid-cols-[10rem_1fr]">
          {facts.map(([name, value]) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid border-b py-2 text-sm last:border-b-0">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="font-medium break-all">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}

export function SettingsPanel() {
  const settings = useCall('/system/getSettings', {});
  if (settings.data === undefined)
    return (
      <LoadingState query={settings}>
        <div aria-hidden className="flex max-w-3xl flex-col gap-3.5">
          {[0, 1, 2].map((at) => (
            <Panel key={at} bodyClassName="flex flex-col gap-4 p-4">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-9 w-full" />
              <Skeleton className="h-9 w-full" />
            </Panel>
          ))}
        </div>
      </LoadingState>
    );
  return <SettingsForm saved={settings.data} />;
}

type SavedSettings = CallOutput<(typeof systemCalls)['getSettings']>;

/** Id of the platform's settings, of which there is only one set. */
const theOne = 1;

const parts = [
  ['sessionPart', ['sessionIdleMinutes', 'sessionAbsoluteHours']],
  ['uploadPart', ['uploadImageMb', 'uploadDocumentMb', 'uploadMediaMb']],
] as const;

function SettingsForm({ saved }: { saved: SavedSettings }) {
  const { t } = useTranslation('system');
  const { version, updatedMs, updatedBy, ...initial } = saved;
  const saving = useSavedForm<SystemSettings>(
    { id: theOne, version },
    {
      name: 'system.settings',
      initial,
      resolver: zodResolver(systemSettings, { error: formatSchemaProblem }),
      calls: createChangeOnlyCalls(async ({ id, ...value }, options) => ({
        id,
        ...(await makeCall('/system/modifySettings', value, options)),
      })),
      newest: async () => {
        const { version: now, updatedMs: _at, updatedBy: _by, ...value } = await makeCall('/system/getSettings', {});
        return { value, version: now };
      },
      lists: '/system',
      toFormValue: (sent) => sent,
      onSaved: () => {
        toast.success(t('saved'));
        void refreshPlatformInfo();
      },
    },
  );
  const { form } = saving;
  const { errors } = form.formState;
  const hints: Partial<Record<keyof SystemSettings, string>> = {
    sessionIdleMinutes: t('sessionIdleMinutesHint'),
    sessionAbsoluteHours: t('sessionAbsoluteHoursHint'),
    uploadMediaMb: t('uploadMediaMbHint'),
  };
  return (
    <SettingsBody
      saving={saving}
      save={t('save')}
      className="max-w-3xl"
      saveNote={
        updatedBy !== '' && (
          <span className="text-[13px] text-muted-foreground">{t('lastChange', { name: updatedBy, time: formatDateTime(updatedMs) })}</span>
        )
      }
    >
      <Panel title={t('platformPart')} bodyClassName="grid gap-4 px-4 py-3.5 md:grid-cols-2">
        <Field label={t('platformTitle')} hint={t('platformTitleHint')} required error={errors.platformTitle?.message}>
          {(control) => <Input {...control} {...form.register('platformTitle')} />}
        </Field>
        <Field label={t('platformVersion')} hint={t('platformVersionHint')} required error={errors.platformVersion?.message}>
          {(control) => <Input {...control} {...form.register('platformVersion')} />}
        </Field>
        <Field label={t('signInNotice')} hint={t('signInNoticeHint')} error={errors.signInNotice?.message} className="md:col-span-2">
          {(control) => <Textarea {...control} {...form.register('signInNotice')} rows={3} />}
        </Field>
        <TextField
          control={form.control}
          name="publicAddress"
          label={t('publicAddress')}
          hint={t('publicAddressHint')}
          className="md:col-span-2"
          inputMode="url"
          placeholder="https://"
        />
      </Panel>
      {parts.map(([part, names]) => (
        <Panel key={part} title={t(part)} bodyClassName="grid gap-4 px-4 py-3.5 md:grid-cols-2 lg:grid-cols-3">
          {names.map((name) => (
            <NumberField
              key={name}
              control={form.control}
              name={name}
              label={t(name)}
              hint={hints[name]}
              required
              inputClassName="max-w-40"
            />
          ))}
        </Panel>
      ))}
    </SettingsBody>
  );
}

type Storage = CallOutput<(typeof systemCalls)['getStorage']>;
type StoredFile = Storage['files'][number];
type StoredTable = Storage['tables'][number];
const listedTables = ['wenkao.db', 'log.db', 'projections.db', 'keys.json', 'uploads', 'backups'] as const;

function StoragePanel() {
  const { t } = useTranslation('system');
  const storage = useCall('/system/getStorage', {});
  const check = useAction({
    mutationFn: () => makeCall('/system/checkFiles', {}),
    onSuccess: () => toast.success(t('checkStarted')),
  });
  if (storage.error !== null && storage.data === undefined)
    return <QueryFailure error={storage.error} onRetry={() => void storage.refetch()} />;
  const { data } = storage;
  const findListedTable = (name: string) => listedTables.find((each) => each === name);
  const fileColumns: Column<StoredFile>[] = [
    {
      key: 'name',
      header: t('fileName'),
      fixed: true,
      cell: (row) => {
        const note = findListedTable(row.name);
        return (
          <>
            <span className="font-medium">{row.name}</span>
            {note !== undefined && <span className="ml-2.5 text-muted-foreground">{t(`fileNotes.${note}`)}</span>}
          </>
        );
      },
    },
    numberColumn('count', t('fileCount'), (row) => row.fileCount, { width: 'w-20' }),
    numberColumn('size', t('size'), (row) => formatBytes(row.sizeBytes), { width: 'w-28' }),
  ];
  const tableColumns: Column<StoredTable>[] = [
    { key: 'name', header: t('table'), fixed: true, value: (row) => row.name },
    { key: 'file', header: t('file'), width: 'w-36', value: (row) => row.file },
    numberColumn('rows', t('rowCount'), (row) => formatCount(row.rows), { width: 'w-28' }),
  ];
  const low = data?.disk != null && data.disk.freeBytes < data.disk.totalBytes / 20;
  const total = data?.files.reduce((sum, file) => sum + file.sizeBytes, 0);
  return (
    <div className="flex flex-col gap-3.5">
      {low && (
        <div role="alert">
          <Strip tone="seal">{t('diskLow')}</Strip>
        </div>
      )}
      <div className="flex flex-wrap items-stretch gap-3.5">
        <FigureStrip
          className="min-w-80 grow"
          figures={[
            { label: t('dataSize'), value: total === undefined ? '…' : formatBytes(total) },
            {
              label: t('diskFree'),
              value: data === undefined ? '…' : data.disk === null ? '–' : formatBytes(data.disk.freeBytes),
              note: data?.disk == null ? undefined : t('diskOf', { total: formatBytes(data.disk.totalBytes) }),
            },
          ]}
        />
        <div className="flex items-center gap-2.5">
          <Button onClick={() => void storage.refetch()} busy={storage.isFetching}>
            <RefreshCw aria-hidden />
            {t('refresh')}
          </Button>
          <Button onClick={() => check.mutate()} busy={check.isPending} title={t('checkFilesHint')}>
            <ShieldCheck aria-hidden />
            {t('checkFiles')}
          </Button>
        </div>
      </div>
      <div className="grid items-start gap-3.5 xl:grid-cols-[1.2fr_1fr]">
        <Panel title={t('files')} aside={<code className="truncate text-[12.5px] text-muted-foreground">{data?.folder}</code>}>
          <DataTable
            caption={t('files')}
            columns={fileColumns}
            rows={data?.files}
            keyOf={(row) => row.name}
            nameOf={(row) => row.name}
            expected={5}
          />
        </Panel>
        <Panel title={t('rows')} bodyClassName="max-h-[26rem] overflow-y-auto scroll-slim">
          <DataTable
            caption={t('rows')}
            columns={tableColumns}
            rows={data?.tables.toSorted((a, b) => b.rows - a.rows)}
            keyOf={(row) => `${row.file}/${row.name}`}
            nameOf={(row) => row.name}
            expected={10}
          />
        </Panel>
      </div>
    </div>
  );
}

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

function BackupPanel() {
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
