import { useTranslation } from '../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { formatDate } from '../../lib/format-time.ts';
import { Chip } from '../../ui/primitives/chip.tsx';
import { Panel } from '../../ui/primitives/panel.tsx';
import { useStoredCall } from '../offline-pages/stored-call.ts';

/** Lists the school's newest articles on a home page, pinned ones first. Renders nothing if there are none. */
export function NewsPanel({ maxArticles = 5 }: { maxArticles?: number }) {
  const { t } = useTranslation('learning');
  const { data } = useStoredCall('/info/myList', {});
  const items = data?.value.items ?? [];
  if (items.length === 0) return null;
  return (
    <Panel
      title={t('articles')}
      aside={
        items.length > maxArticles && (
          <Link to="/info/index" className="text-[13px] text-primary underline-offset-4 hover:underline">
            {t('allArticles')}
          </Link>
        )
      }
    >
      <ul>
        {items.slice(0, maxArticles).map((info) => (
          <li key={info.id} className="border-b last:border-0">
            <Link to={`/info/item/${info.id}`} className="flex min-h-11 items-center gap-2.5 px-3.5 py-1.5 text-sm hover:bg-muted">
              {info.pinned && <Chip tone="primary">{t('pinned')}</Chip>}
              <span className={info.read ? 'grow truncate text-muted-foreground' : 'grow truncate font-medium'}>{info.title}</span>
              <span className="num shrink-0 text-[13px] text-muted-foreground">{formatDate(info.publishedMs)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
