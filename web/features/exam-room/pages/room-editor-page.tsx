import { Plus } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import { cn } from '../../../lib/cn.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState, QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { RoomEditor } from '../parts/room-editor.tsx';
import { useExamPlace, useExamRoom, useRoomsOfPlace } from '../room-resource-calls.ts';

/** /teacher/exam/exam-room/{id}: the rooms of a place, and the editor of one room. The room is part of the URL. */
export function RoomEditorPage() {
  const { t } = useTranslation('examRoom');
  const mayChange = useCanChangeData();
  const placeId = Number(useParams()['id']);
  const [params, setParams] = useSearchParams();
  const place = useExamPlace(placeId);
  const rooms = useRoomsOfPlace(placeId);
  const asked = params.get('room');
  const first = rooms.data?.items[0]?.id;
  const roomId = asked === 'new' ? null : asked === null ? (first ?? null) : Number(asked);
  const room = useExamRoom(roomId);
  const isNew = asked === 'new' && mayChange;
  const failed = place.error ?? rooms.error;
  if (failed !== null && rooms.data === undefined) return <QueryFailure error={failed} onRetry={() => void rooms.refetch()} />;
  const choose = (id: string) => setParams({ room: id }, { replace: true });
  const seats = rooms.data?.items.reduce((sum, one) => sum + one.seatCount, 0) ?? 0;
  const add = mayChange && (
    <Button variant="primary" onClick={() => choose('new')}>
      <Plus aria-hidden />
      {t('newRoom')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={place.data === undefined ? <Skeleton className="h-7 w-60" /> : t('roomsOf', { place: place.data.name })}
        beside={
          <span className="num text-[13px] text-muted-foreground">{t('roomSummary', { rooms: rooms.data?.items.length ?? 0, seats })}</span>
        }
        actions={
          <>
            <LinkButton to="/teacher/exam/exam-place">{t('backToPlaces')}</LinkButton>
            {add}
          </>
        }
      />
      <div className="grid items-start gap-3.5 lg:grid-cols-[220px_minmax(0,1fr)]">
        <Panel title={t('roomList')}>
          {rooms.data === undefined && <Skeleton className="m-3 h-24" />}
          {rooms.data?.items.length === 0 && <p className="px-3.5 py-4 text-[13px] text-muted-foreground">{t('noRooms')}</p>}
          <ul>
            {rooms.data?.items.map((one) => (
              <li key={one.id} className="border-b last:border-b-0">
                <button
                  type="button"
                  aria-current={one.id === roomId}
                  onClick={() => choose(String(one.id))}
                  className={cn(
                    'flex w-full items-center gap-2 px-3.5 py-2 text-left hover:bg-muted/55',
                    one.id === roomId && 'bg-primary-soft font-semibold text-accent-foreground',
                  )}
                >
                  <span className="min-w-0 grow">
                    <span className="block truncate">{one.name}</span>
                    <span className="block truncate text-[12.5px] font-normal text-muted-foreground">{one.location}</span>
                  </span>
                  {one.open ? (
                    <span className="num text-[13px] font-normal text-muted-foreground">{t('seatCount', { count: one.seatCount })}</span>
                  ) : (
                    <Chip mark="square">{t('closed')}</Chip>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </Panel>
        {isNew && <RoomEditor key="new" placeId={placeId} saved={null} onSaved={() => setParams({}, { replace: true })} />}
        {!isNew && roomId !== null && room.data === undefined && <LoadingState query={room} className="h-96 rounded-xl" />}
        {!isNew && room.data !== undefined && (
          <RoomEditor
            key={`${room.data.id}.${room.data.version}`}
            placeId={placeId}
            saved={room.data}
            onSaved={() => undefined}
            onRemoved={() => setParams({}, { replace: true })}
          />
        )}
        {!isNew && rooms.data !== undefined && roomId === null && (
          <Panel>
            <EmptyState title={t('noRooms')} action={add}>
              {t('noRoomsText')}
            </EmptyState>
          </Panel>
        )}
      </div>
    </div>
  );
}
