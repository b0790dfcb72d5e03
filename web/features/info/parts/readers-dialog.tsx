import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';

/** Lists the users who have read an article and those who have not. */
export function ReadersDialog({ id, title, onClose }: { id: number; title: string; onClose: () => void }) {
  const { t } = useTranslation('learning');
  const { data, error, refetch } = useCall('/info/getReaders', { id }, { quiet: true });
  const heading = 'text-sm font-semibold';
  const row = 'flex items-baseline gap-3 border-b py-1.5 text-sm last:border-0';
  return (
    <Dialog open onOpenChange={onClose} title={t('readersOf', { title })} shape="sheet">
      {error !== null && <QueryFailure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-60" />}
      {data !== undefined && (
        <div className="flex flex-col gap-4">
          <section>
            <h3 className={heading}>{t('unreadBy', { count: data.unread.length })}</h3>
            <ul>
              {data.unread.map((one) => (
                <li key={one.id} className={row}>
                  <span className="grow">{one.name}</span>
                  <span className="text-muted-foreground">{one.className}</span>
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h3 className={heading}>{t('readBy', { count: data.read.length })}</h3>
            <ul>
              {data.read.map((one) => (
                <li key={one.id} className={row}>
                  <span className="grow">{one.name}</span>
                  <span className="text-muted-foreground">{one.className}</span>
                  <span className="num text-muted-foreground">{formatDateTime(one.atMs)}</span>
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </Dialog>
  );
}
