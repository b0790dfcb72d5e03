import { useTranslation } from '../../../lib/i18n.ts';
import { NewsPanel } from '../../../platform/choices/news-panel.tsx';
import { useStoredCall } from '../../../platform/offline-pages/stored-call.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';

/** Lists all articles that the school shows to this person. */
export function NewsPage() {
  const { t } = useTranslation('learning');
  const { data, error, refetch } = useStoredCall('/info/myList', {});
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader description={t('newsHint')} />
      {data !== undefined && data.value.items.length > 0 ? (
        <NewsPanel maxArticles={50} />
      ) : (
        <Panel>
          {data !== undefined ? <EmptyState title={t('newsEmpty')} /> : <LoadingState query={{ error, refetch }} className="m-3.5 h-40" />}
        </Panel>
      )}
    </div>
  );
}
