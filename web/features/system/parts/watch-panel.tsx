import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { systemCalls } from '../../../../sync/contract/platform/system.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { ServerList } from './server-list.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';

/** Time between two looks at the servers. */
const lookMs = 5_000;

/** Shows the servers of the database, slow calls and errors in browsers since this server started, to answer "why is it stuck?". */
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
  /** Shown if there are no errors. */
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
