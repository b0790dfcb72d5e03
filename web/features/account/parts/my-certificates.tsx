import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { formatDate } from '../../../lib/format-time.ts';
import { call } from '../../../platform/call.ts';
import { Panel } from '../../../ui/panel.tsx';

/** The certificates of who looks at their own records. */
export function MyCertificates() {
  const { t } = useTranslation('certificate');
  const mine = useQuery({
    queryKey: ['certificates', 'mine'],
    queryFn: ({ signal }) => call('/certificate/getMine', {}, { signal, quiet: true }),
  });
  if ((mine.data?.items.length ?? 0) === 0) return null;
  return (
    <Panel title={t('title')}>
      <ul className="num divide-y text-sm">
        {mine.data?.items.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-3 px-3.5 py-2.5">
            <span>{`${row.profession} · ${t(`levels_${row.level}`)}`}</span>
            <Link to={`/certificate/${row.id}`} className="font-mono text-primary">
              {row.number}
            </Link>
            <span className="text-muted-foreground">{row.revokedMs === null ? formatDate(row.issuedMs) : t('revoked')}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
