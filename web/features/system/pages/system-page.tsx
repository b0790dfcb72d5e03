import { useTranslation } from '../../../lib/i18n.ts';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/primitives/tabs.tsx';
import { BackupPanel } from '../parts/backup-panel.tsx';
import { JobList } from '../parts/job-list.tsx';
import { SettingsPanel } from '../parts/settings-panel.tsx';
import { StoragePanel } from '../parts/storage-panel.tsx';
import { VersionPanel } from '../parts/version-panel.tsx';
import { WatchPanel } from '../parts/watch-panel.tsx';

const tabs = ['settings', 'storage', 'backups', 'jobs', 'watch', 'version'] as const;

/** Shows the system user's pages: platform settings, storage, backups, background jobs, monitoring and version. */
export function SystemPage() {
  const { t } = useTranslation('system');
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'settings';
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('title')} />
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
