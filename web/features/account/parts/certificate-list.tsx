import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { formatDate } from '../../../lib/format-time.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';

interface CertificateListProps {
  rows: CallOutput<CallOfPath<'/record/getList'>>['certificates'];
  /** True if the certificates are the user's own. Other viewers see whether they are valid; only the holder can open the certificate. */
  own: boolean;
}

/** Lists a person's certificates. */
export function CertificateList({ rows, own }: CertificateListProps) {
  const { t } = useTranslation('certificate');
  if (rows.length === 0) return null;
  return (
    <Panel title={t('title')}>
      <ul className="num divide-y text-sm">
        {rows.map((row) => (
          <li
            key={row.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-0.5 px-3.5 py-2.5 sm:grid-cols-[minmax(0,1fr)_15rem_7rem_4.5rem]"
          >
            <span>{`${row.profession} · ${t(`levels_${row.level}`)}`}</span>
            <Link to={own ? `/certificate/${row.id}` : `/verify/${row.number}`} className="font-mono text-primary max-sm:col-start-1">
              {row.number}
            </Link>
            <span className="text-muted-foreground">{formatDate(row.issuedMs)}</span>
            <Chip tone={row.revokedMs === null ? 'delivered' : 'seal'} className="justify-self-start">
              {t(row.revokedMs === null ? 'validShort' : 'revoked')}
            </Chip>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
