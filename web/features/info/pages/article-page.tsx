import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { getStoredNamePrefix, useStoredCall } from '../../../platform/offline-pages/stored-call.ts';
import { keepNewestPages } from '../../../platform/offline-pages/learning-cache.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { ArticleView } from '../parts/article-view.tsx';
import { makeCall } from '../../../platform/api/call.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

const keptArticles = 50;

/** Shows an article. Articles opened before can be read offline; the read receipt is sent when the network is available. */
export function ArticlePage() {
  const { t } = useTranslation('learning');
  const id = Number(useParams()['id']);
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const invalidate = useInvalidate();
  const { data, error, refetch } = useStoredCall('/info/read', { id });
  const isRead = data?.value.read;
  useEffect(() => {
    if (isRead === undefined) return;
    void keepNewestPages(userId, getStoredNamePrefix('/info/read'), keptArticles).catch(() => undefined);
    if (isRead) return;
    recordArticleRead(userId, id);
    void sendArticleReads(userId).then((sent) => (sent ? invalidate('/info/myList') : undefined));
  }, [userId, id, isRead, invalidate]);
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  const { value: article, fromDevice } = data;
  return (
    <article className="flex flex-col gap-4">
      <PageHeader
        title={article.title}
        titleExtra={article.pinned && <Chip tone="primary">{t('pinned')}</Chip>}
        actions={<LinkButton to="/info/index">{t('allArticles')}</LinkButton>}
        description={[article.makerName, formatDateTime(article.publishedMs), article.category, article.professionName]
          .filter(Boolean)
          .join(' · ')}
      />
      {fromDevice && (
        <Strip tone="kept" live>
          {t('fromDevice')}
        </Strip>
      )}
      <ArticleView article={article} />
    </article>
  );
}

const getStorageKey = (userId: number): string => `wenkao.reads.${userId}`;
const read = (userId: number): number[] => {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(getStorageKey(userId)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
};

/** Remembers on this device that the user has read an article, until the server has acknowledged it. At most 50 articles. */
function recordArticleRead(userId: number, id: number): void {
  const ids = new Set([...read(userId), id]);
  localStorage.setItem(getStorageKey(userId), JSON.stringify([...ids].slice(-50)));
}

/** Sends the read receipts. Returns true once the server has them all; receipts of articles that the user may no longer see are dropped. */
async function sendArticleReads(userId: number): Promise<boolean> {
  const ids = read(userId);
  if (ids.length === 0) return false;
  try {
    await makeCall('/info/setRead', { ids }, { quiet: true });
  } catch {
    return false;
  }
  localStorage.removeItem(getStorageKey(userId));
  return true;
}
