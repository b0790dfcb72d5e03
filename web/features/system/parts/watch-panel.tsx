import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { systemCalls } from '../../../../sync/contract/platform/system.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { formatCount, formatSeconds } from '../../../lib/format-number.ts';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { dateColumn, numberColumn, type Column } from '../../../ui/list/columns.tsx';

/** Polling interval of the monitoring data (ms). */
const lookMs = 5_000;

/** Shows the servers that share the database, and the slow calls and browser errors since this server started: why does the platform hang? */
export function WatchPanel() {
  const { t } = useTranslation('system');
  const watch = useCall('/system/getWatch', {}, { quiet: true, refetchInterval: lookMs });
  const { data } = watch;
  if (data === undefined)
    return (
      <LoadingState query={watch}>
        <Panel bodyClassName="p-4">
          <Skeleton className="h-24" />
        </Panel>
      </LoadingState>
    );
  return (
    <div className="flex flex-col gap-3.5">
      {data.servers.length > 0 && <ServerList servers={data.servers} />}
      <p className="text-sm text-muted-foreground">{t('watchSince', { time: formatDateTime(data.sinceMs) })}</p>
      <Panel title={t('slowCalls')} bodyClassName={data.calls.length === 0 ? 'p-4' : ''}>
        {data.calls.length === 0 ? (
          <p className="text-sm text-muted-foreground">{t('noSlowCalls', { count: data.slowFromMs / 1000 })}</p>
        ) : (
          <ul className="num divide-y text-sm">
            {data.calls.map((each) => (
              <li key={`${each.atMs} ${each.path} ${each.ms}`} className="grid grid-cols-[11rem_minmax(0,1fr)_auto] gap-x-4 px-4 py-2.5">
                <time className="text-muted-foreground">{formatDateTime(each.atMs)}</time>
                <span className="font-medium break-all">{each.path}</span>
                <span className="font-semibold">{t('tookMs', { ms: each.ms })}</span>
                {each.slowest !== null && (
                  <details className="col-span-2 col-start-2 mt-1 text-muted-foreground">
                    <summary className="cursor-pointer">
                      {t('slowestStatement', { ms: each.slowest.ms, count: each.statements, all: each.statementsMs })}
                    </summary>
                    <code className="mt-1 block text-xs break-all whitespace-pre-wrap">{each.slowest.sql}</code>
                  </details>
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <FaultPanel title={t('engineFaults')} none={t('noEngineFaults')} faults={data.faults.filter(({ engine }) => engine !== null)} />
      <FaultPanel title={t('webFaults')} none={t('noWebFaults')} faults={data.faults.filter(({ engine }) => engine === null)} />
    </div>
  );
}

interface FaultPanelProps {
  title: string;
  /** Text shown if there are no errors. */
  none: string;
  faults: CallOutput<(typeof systemCalls)['getWatch']>['faults'];
}

/** Lists errors by kind, newest first, each with its last time and its count. */
function FaultPanel({ title, none, faults }: FaultPanelProps) {
  const { t } = useTranslation('system');
  return (
    <Panel title={title} bodyClassName={faults.length === 0 ? 'p-4' : ''}>
      {faults.length === 0 ? (
        <p className="text-sm text-muted-foreground">{none}</p>
      ) : (
        <ul className="num divide-y text-sm">
          {faults.map((each) => (
            <li
              key={`${each.engine ?? ''} ${each.name} ${each.message} ${each.frames[0] ?? ''}`}
              className="grid grid-cols-[11rem_minmax(0,1fr)_auto] gap-x-4 px-4 py-2.5"
            >
              <time className="text-muted-foreground">{formatDateTime(each.lastMs)}</time>
              <span className="font-medium break-all">
                {each.engine !== null && <Chip className="mr-2">{t(`enginePart.${each.engine}`)}</Chip>}
                {each.name}: {each.message}
              </span>
              <span className="font-semibold">{t('times', { count: each.count })}</span>
              <div className="col-span-2 col-start-2 mt-1 text-xs break-all text-muted-foreground">
                <p>{[...each.pages, ...each.browsers].join(' · ')}</p>
                <code className="whitespace-pre-wrap">{each.frames.join('\n')}</code>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type Server = CallOutput<(typeof systemCalls)['getWatch']>['servers'][number];

/**
 * Lists the servers that share the database: whether each is ready, how many entries of the answer log it has not processed yet, and its background
 * duties.
 */
function ServerList({ servers }: { servers: readonly Server[] }) {
  const { t } = useTranslation(['system', 'words']);
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
    { key: 'state', header: t('words:status'), width: 'w-72', cell: (row) => <ServerCondition server={row} /> },
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

/** Formats a clock difference in milliseconds: "+12", "0" or "−12". */
const formatClockOff = (ms: number): string => (ms === 0 ? '0' : `${ms > 0 ? '+' : '−'}${formatCount(Math.abs(ms))}`);
