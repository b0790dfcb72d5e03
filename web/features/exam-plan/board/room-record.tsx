import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { getCommandText } from '../plan/command-text.ts';

const atOnce = 100;

/** Shows the log that the room tablets wrote: events, persons, authors and photos. */
export function RoomRecord({ planId }: { planId: number }) {
  const { t } = useTranslation('offline');
  const [checks, setChecks] = useState(false);
  const [most, setMost] = useState(atOnce);
  const { data, error, refetch } = useCall('/invigilation/getRecord', { planId }, { quiet: true });
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-40 rounded-xl" />;
  // Everyone's identity is checked at the door. Hide the checks that matched, so that unusual events stand out.
  const shown = data.items.filter(({ act }) => checks || act.kind !== 'identity' || !act.matches);
  return (
    <Panel
      title={t('record')}
      aside={
        <label className="flex items-center gap-2 text-[13px]">
          <Switch checked={checks} onCheckedChange={setChecks} />
          {t('recordChecks')}
        </label>
      }
    >
      {shown.length === 0 && <EmptyState title={t('recordNone')}>{t('recordNoneText')}</EmptyState>}
      <ol className="divide-y" aria-label={t('record')}>
        {shown.slice(0, most).map((one) => {
          const fates = [...new Set(Object.values(one.fates))].filter((fate) => fate !== 'holds');
          const photo = data.photos[one.actId];
          return (
            <li key={`${one.streamId}:${one.seq}`} className="flex flex-col gap-1.5 px-4 py-3">
              <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <b className="font-semibold">{t(`act_${one.act.kind}`)}</b>
                {one.act.kind === 'identity' && !one.act.matches && <Chip tone="seal">{t('recordDiffers')}</Chip>}
                {one.act.kind === 'extend' && <span className="num">{t('actMinutes', { n: Math.round(one.act.ms / 60_000) })}</span>}
                <span className="num">
                  {[one.roomName, one.about.map(({ seatNo, name }) => `${String(seatNo).padStart(2, '0')} ${name}`).join('、')]
                    .filter(Boolean)
                    .join(' ')}
                </span>
                {fates.map((fate) => (
                  <Chip key={fate} tone="kept" mark="ring">
                    {t(`actFate_${fate}`)}
                  </Chip>
                ))}
              </p>
              <p className="text-sm whitespace-pre-line">
                {[getCommandText(one.act), 'note' in one.act && 'reason' in one.act ? one.act.note : ''].filter(Boolean).join('\n')}
              </p>
              {photo !== undefined && (
                <a href={photo} target="_blank" rel="noreferrer" className="w-fit">
                  <img src={photo} alt={t('recordPhoto')} loading="lazy" className="h-32 rounded-md border object-contain" />
                </a>
              )}
              {one.photo && photo === undefined && <p className="text-[13px] text-kept-ink">{t('recordPhotoLater')}</p>}
              <p className="num text-[13px] text-muted-foreground">
                {[one.by, `${t('actReceived')} ${formatDateTime(one.receivedMs)}`, `${t('actAtTablet')} ${formatDateTime(one.wallMs)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          );
        })}
      </ol>
      {shown.length > most && (
        <p className="border-t px-4 py-3">
          <Button size="sm" onClick={() => setMost(most + atOnce)}>
            {t('recordMore', { count: shown.length - most })}
          </Button>
        </p>
      )}
    </Panel>
  );
}
