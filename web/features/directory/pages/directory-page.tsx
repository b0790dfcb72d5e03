import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { DirectoryForm } from '../parts/directory-form.tsx';
import { DirectoryTest } from '../parts/directory-test.tsx';

/** Shows the settings of the directory at which people of the school sign in, and their test. */
export function DirectoryPage() {
  const { t } = useTranslation('directory');
  const directory = useCall('/directory/get', {});
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('title')} />
      <p className="max-w-[64em] text-sm text-muted-foreground">{t('description')}</p>
      {directory.data === undefined ? (
        <LoadingState query={directory}>
          <div aria-hidden className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_360px]">
            {[0, 1].map((at) => (
              <Panel key={at} bodyClassName="flex flex-col gap-4 p-4">
                <Skeleton className="h-4 w-32" />
                <Skeleton className="h-9 w-full" />
                <Skeleton className="h-9 w-full" />
              </Panel>
            ))}
          </div>
        </LoadingState>
      ) : (
        <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_360px]">
          <DirectoryForm saved={directory.data} />
          <div className="flex flex-col gap-3.5 lg:sticky lg:top-3.5">
            <DirectoryTest isSaved={directory.data.address !== ''} />
            <Strip tone="neutral">{t('examNote')}</Strip>
          </div>
        </div>
      )}
    </div>
  );
}
