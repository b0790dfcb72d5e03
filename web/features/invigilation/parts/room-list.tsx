import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useNavigate } from 'react-router-dom';
import { formatDate, formatTime } from '../../../lib/format-time.ts';
import { DemoExamButton } from '../../../platform/choices/demo-exam-button.tsx';
import { useStoredCall } from '../../../platform/api/stored-call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';

/** Lists the invigilator's rooms; without a network, as last stored on this tablet. */
export function RoomList() {
  const { t } = useTranslation('invigilation');
  const navigate = useNavigate();
  const { data, error, refetch } = useStoredCall('/invigilation/getRooms', {});
  return (
    <Panel
      title={t('rooms')}
      aside={<DemoExamButton onStarted={({ planId, roomId }) => void navigate(`/invigilator/exam/index?plan=${planId}&room=${roomId}`)} />}
    >
      {data === undefined && <LoadingState query={{ error, refetch }} className="m-4 h-16" />}
      {data?.value.items.length === 0 && <EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
      <ul>
        {data?.value.items.map((room) => (
          <li key={`${room.planId}.${room.roomId}`} className="flex flex-wrap items-center gap-4 border-b px-4 py-3 last:border-b-0">
            <span className="num w-[88px]">
              <b className="block text-lg leading-tight font-semibold">{formatTime(room.startMs)}</b>
              <span className="text-[12.5px] text-muted-foreground">{formatDate(room.startMs)}</span>
            </span>
            <span className="min-w-0 grow">
              <b className="block font-semibold">{`${room.roomName} · ${room.planName}`}</b>
              <span className="num text-[13px] text-muted-foreground">
                {[room.place, room.location, t('people', { count: room.people })].filter(Boolean).join(' · ')}
              </span>
            </span>
            {room.withdrawn ? (
              <Chip tone="seal" mark="square">
                {t('withdrawn')}
              </Chip>
            ) : (
              <>
                <Button asChild size="lg">
                  <Link to={`/invigilator/exam/score/${room.planId}`}>{t('scores')}</Link>
                </Button>
                <Button asChild size="lg" variant="primary">
                  <Link to={`/invigilator/exam/index?plan=${room.planId}&room=${room.roomId}`}>{t('open')}</Link>
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
