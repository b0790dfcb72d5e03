import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { systemCalls } from '../../../../sync/contract/platform/system.ts';
import { formatCount, formatSeconds } from '../../../lib/format-number.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { dateColumn, numberColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/table-columns.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';

type Server = CallOutput<(typeof systemCalls)['getWatch']>['servers'][number];

/** Lists the servers that share the database: their readiness, their lag and the duties they hold. */
export function ServerList({ servers }: { servers: readonly Server[] }) {
  const { t } = useTranslation('system');
  const columns: Column<Server>[] = [
    {
      key: 'name',
      header: t('serverName'),
      fixed: true,
      cell: (row) => (
        <span className="flex items-center gap-2">
          <span className="font-medium break-all">{row.name}</span>
          {row.isThis && <Chip>{t('thisServer')}</Chip>}
        </span>
      ),
    },
    { key: 'state', header: t('serverState'), width: 'w-72', cell: (row) => <ServerCondition server={row} /> },
    numberColumn('behind', t('serverBehind'), (row) => formatCount(row.behind), { width: 'w-32' }),
    {
      key: 'duties',
      header: t('serverDuties'),
      width: 'w-44',
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          {row.duties.map((duty) => (
            <Chip key={duty}>{t(`duty.${duty}`)}</Chip>
          ))}
        </span>
      ),
    },
    { key: 'heard', header: t('serverHeard'), width: 'w-32', value: (row) => t('secondsAgo', { seconds: formatSeconds(row.silentMs) }) },
    numberColumn('clock', t('serverClock'), (row) => t('clockOff', { ms: formatClockOff(row.clockOffMs) }), { width: 'w-28' }),
    { key: 'version', header: t('build'), width: 'w-24', value: (row) => row.version },
    dateColumn('started', t('started'), (row) => row.startedMs),
  ];
  return (
    <Panel title={t('servers')}>
      <DataTable
        caption={t('servers')}
        columns={columns}
        rows={servers}
        keyOf={(row) => `${row.name} ${row.startedMs}`}
        nameOf={(row) => row.name}
        expected={2}
      />
    </Panel>
  );
}

function ServerCondition({ server }: { server: Server }) {
  const { t } = useTranslation('system');
  if (server.isLost)
    return (
      <Chip tone="seal" mark="square">
        {t('serverLost')}
      </Chip>
    );
  if (server.notReady === null)
    return (
      <Chip tone="delivered" mark="dot">
        {t('serverReady')}
      </Chip>
    );
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Chip tone="kept" mark="ring">
        {t('serverNotReady')}
      </Chip>
      <span className="text-xs whitespace-normal text-muted-foreground">{server.notReady}</span>
    </span>
  );
}

/** "+12", "0" or "−12". */
const formatClockOff = (ms: number): string => (ms === 0 ? '0' : `${ms > 0 ? '+' : '−'}${formatCount(Math.abs(ms))}`);
