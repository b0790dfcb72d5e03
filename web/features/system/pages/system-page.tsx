import { useTranslation } from '../../../lib/i18n.ts';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/primitives/tabs.tsx';
import { BackupPanel } from '../parts/backup-panel.tsx';
import { JobList } from '../parts/job-list.tsx';
import { SettingsPanel } from '../parts/settings-panel.tsx';
import { StoragePanel } from '../parts/storage-panel.tsx';
import { WatchPanel } from '../parts/watch-panel.tsx';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';

const tabs = ['settings', 'storage', 'backups', 'jobs', 'watch', 'version'] as const;

/** Shows the system user's pages: platform settings, storage, backups, background jobs, monitoring and version. */
export function SystemPage() {
  const { t } = useTranslation(['system', 'app']);
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'settings';
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('app:titles.systemSettings')} />
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
