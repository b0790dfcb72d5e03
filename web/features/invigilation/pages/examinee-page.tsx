import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { watchKinds } from '../../../../sync/contract/exams/lockdown.ts';
import { formatClock, formatTime } from '../../../lib/format-time.ts';
import { useStoredCall } from '../../../platform/offline-pages/stored-call.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { CameraRecord } from '../../../ui/entity/camera-record.tsx';
import { ExamUserStatusChip } from '../../../ui/entity/status-chip.tsx';
import { RoomCommandLog } from '../parts/room-command-log.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { formatSeatName } from '../model/room-command-input.ts';

/** Page /invigilator/exam/item/{plan}/{user}: an examinee's delivery, hand-ins and incidents, with times. It never shows answers. */
export function ExamineePage() {
  const { t } = useTranslation(['invigilation', 'words']);
  const { id, user_id } = useParams();
  const [planId, userId] = [Number(id), Number(user_id)];
  const { data, error, refetch } = useStoredCall('/invigilation/getExaminee', { planId, userId });
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  const examinee = data.value;
  const { seat } = examinee;
  const seenKinds = watchKinds.filter((kind) => (seat.seen[kind] ?? 0) > 0);
  const maxOps = Math.max(1, ...examinee.streams.map((stream) => stream.ops));
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={formatSeatName(seat)}
        description={`${examinee.roomName} · ${examinee.planName} · ${formatTime(examinee.startMs)}–${formatTime(examinee.deadlineMs)}`}
        titleExtra={<ExamUserStatusChip status={seat.status} />}
        actions={
          <LinkButton size="lg" to={`/invigilator/exam/index?plan=${planId}&room=${examinee.roomId}`}>
            {t('back')}
          </LinkButton>
        }
      />
      {seat.offlineReady === false && !seat.complete && <Strip tone="kept">{t('noReloadWhy')}</Strip>}
      <Panel title={t('timeline')} aside={<span className="num">{`${seat.answered}/${examinee.questionCount}`}</span>}>
        <ul className="divide-y">
          {examinee.streams.map((stream) => (
            <li key={stream.streamId} className="num grid grid-cols-[7rem_minmax(0,1fr)_auto] items-center gap-3 px-4 py-2.5">
              <span>{t('pc', { n: stream.epoch })}</span>
              <span aria-hidden className="h-3 rounded-full bg-muted">
                <span className="block h-3 rounded-full bg-primary" style={{ width: `${Math.max(2, (stream.ops / maxOps) * 100)}%` }} />
              </span>
              <span className="text-[13px] text-muted-foreground">
                {[
                  t('ops', { count: stream.ops }),
                  `${formatClock(stream.firstReceivedMs)}–${formatClock(stream.lastReceivedMs)}`,
                  ...(stream.grantedMs === null ? [] : [t('moved', { time: formatClock(stream.grantedMs) })]),
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={t('handIns')}>
        {examinee.handIns.length === 0 && <p className="px-4 py-3 text-sm text-muted-foreground">{t('noHandIn')}</p>}
        <ul className="divide-y">
          {examinee.handIns.map((handIn) => (
            <li key={`${handIn.receivedMs}.${handIn.wallMs}`} className="num flex flex-wrap items-center gap-3 px-4 py-2.5">
              <b className="font-semibold">{t(`by_${handIn.by}`)}</b>
              <Chip tone={handIn.stands ? 'delivered' : 'neutral'} mark={handIn.stands ? 'dot' : 'ring'}>
                {t(handIn.stands ? 'stands' : 'lifted')}
              </Chip>
              <span className="text-[13px] text-muted-foreground">
                {`${t('received', { time: formatClock(handIn.receivedMs) })} · ${t('missing', { listed: handIn.opsListed, missing: handIn.opsMissing })}`}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      {examinee.undecided.length > 0 && (
        <Panel title={t('undecided')}>
          <p className="px-4 pt-3 text-sm text-muted-foreground">{t('undecidedHint')}</p>
          <ul className="divide-y">
            {examinee.undecided.map(({ itemId, versions }) => (
              <li key={itemId} className="num px-4 py-2.5">
                <b className="font-semibold">{t('words:questionNo', { n: itemId })}</b>
                {versions.map((version) => (
                  <span
                    key={`${version.receivedMs}.${version.wallMs}.${version.epoch}`}
                    className="block text-[13px] text-muted-foreground"
                  >
                    {t('version', {
                      epoch: version.epoch,
                      written: formatClock(version.wallMs),
                      received: formatClock(version.receivedMs),
                    })}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {seenKinds.length > 0 && (
        <Panel title={t('leftTitle')}>
          <ul className="divide-y">
            {seenKinds.map((kind) => (
              <li key={kind} className="flex items-center justify-between gap-3 px-4 py-2.5">
                <span>{t(`left_${kind}`)}</span>
                <span className="num text-seal">{t('times', { count: seat.seen[kind] ?? 0 })}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {(examinee.camera.length > 0 || seat.entryPhoto !== 'notAsked') && <CameraRecord reports={examinee.camera} />}
      <Panel title={t('acts')}>
        <RoomCommandLog decidedCommands={examinee.acts} ownCommands={[]} seats={[seat]} photos={examinee.photos} />
      </Panel>
    </div>
  );
}
