import { useTranslation } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { DetailTable } from '../detail-queries.ts';

/** Shows the table's history, newest first. */
export function HistoryPanel({ history }: { history: DetailTable['history'] }) {
  const { t } = useTranslation('detail');
  return (
    <Panel title={t('history')} bodyClassName="scroll-slim max-h-64 overflow-y-auto">
      <ol className="num divide-y text-[13px]">
        {history.map((entry, at) => (
          <li key={at} className="px-3.5 py-2">
            <p className="flex gap-2">
              <span className="font-medium">{t(`event.${entry.event}`)}</span>
              <span>{entry.userName}</span>
              <span className="ml-auto text-muted-foreground">{formatDateTime(entry.atMs)}</span>
            </p>
            {entry.figures !== null && <p className="text-muted-foreground">{t('figures', entry.figures)}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
