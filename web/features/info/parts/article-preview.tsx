import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { type ArticleContent, ArticleView } from './article-view.tsx';

interface Preview extends ArticleContent {
  readonly title: string;
  readonly category: string;
  readonly summary: string;
  readonly pinned: boolean;
}

/** Previews an article as readers will see it, saved or not. A preview does not count as reading. */
export function ArticlePreview({ article, onClose }: { article: Preview; onClose: () => void }) {
  const { t } = useTranslation('learning');
  return (
    <Dialog open onOpenChange={onClose} title={t('previewOf')} shape="sheet">
      <article className="flex flex-col gap-4">
        <header>
          <h1 className="flex flex-wrap items-center gap-2 text-xl font-[650]">
            {article.title || t('untitled')}
            {article.pinned && <Chip tone="primary">{t('pinned')}</Chip>}
          </h1>
          <p className="text-[13px] text-muted-foreground">{[article.category, article.summary].filter(Boolean).join(' · ')}</p>
        </header>
        <ArticleView article={article} />
      </article>
    </Dialog>
  );
}

/** Previews an article stored on the server. */
export function SavedArticlePreview({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('learning');
  const { data, error, refetch } = useCall('/info/getById', { id }, { quiet: true });
  if (data !== undefined) return <ArticlePreview article={data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={t('previewOf')} shape="sheet">
      <LoadingState query={{ error, refetch }} className="h-60" />
    </Dialog>
  );
}
