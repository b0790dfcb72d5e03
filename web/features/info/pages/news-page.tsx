import { useTranslation } from '../../../lib/i18n.ts';
import { NewsPanel } from '../../../platform/news-panel.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

/** All that is shown to me. */
export function NewsPage() {
  const { t } = useTranslation('learning');
  return (
    <div className="mx-auto flex max-w-[860px] flex-col gap-3.5">
      <PageHeader title={t('articles')} description={t('newsHint')} />
      <NewsPanel most={50} />
    </div>
  );
}
