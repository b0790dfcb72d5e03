import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { spareSeatNumber } from '../../../../sync/contract/exams/exam-readiness.ts';
import { formatMachineName, listRoomSeats } from '../../../../sync/domain/exams/room-seats.ts';
import { formatSeconds } from '../../../lib/format-number.ts';
import { formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { useExamPlan } from '../exam-plan-queries.ts';
import { MachineTable } from './machine-table.tsx';
import { ReadinessSidebar } from './readiness-sidebar.tsx';
import { RoomCode } from '../offline/room-code.tsx';
import { ThisMachine } from './this-machine.tsx';
import { listSeatsWithMachines } from './readiness-view.ts';

const refreshMs = 15_000;

/** Shows the readiness of each machine of a room, and lets staff sign the report. The room is part of the URL. */
export function ReadinessPage() {
  const { t } = useTranslation('ready');
  const planId = Number(useParams()['planId']);
  const [params] = useSearchParams();
  const plan = useExamPlan(planId);
  if (plan.data === undefined) return <LoadingState query={plan} className="h-96 rounded-xl" />;
  const { roomIds } = plan.data;
  const roomId = roomIds.find((id) => String(id) === params.get('room')) ?? roomIds[0];
  if (roomId === undefined)
    return (
      <Panel>
        <EmptyState title={t('noRooms')}>{t('noRoomsText')}</EmptyState>
      </Panel>
    );
  const at = roomIds.indexOf(roomId);
  return <Room key={roomId} planId={planId} planName={plan.data.name} roomId={roomId} before={roomIds[at - 1]} after={roomIds[at + 1]} />;
}

interface RoomProps {
  planId: number;
  planName: string;
  roomId: number;
  before: number | undefined;
  after: number | undefined;
}

function Room({ planId, planName, roomId, before, after }: RoomProps) {
  const { t } = useTranslation('ready');
  const mayChange = useCanChangeData();
  const { data, error, refetch, dataUpdatedAt } = useCall(
    '/exam/getReadiness',
    { id: planId, roomId },
    { quiet: true, refetchInterval: refreshMs },
  );
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  const rows = listSeatsWithMachines(data);
  const wrong = rows.filter((row) => row.faults.length > 0);
  const reports = rows.flatMap((row) => row.machine?.report ?? []);
  const offset = reports.reduce((most, { offsetMs }) => (Math.abs(offsetMs) > Math.abs(most) ? offsetMs : most), 0);
  const has = (kind: 'package' | 'revision' | 'persisted'): number =>
    rows.filter((row) => row.machine?.report != null && !row.faults.includes(kind)).length;
  const to = (room: number | undefined, name: string, icon: 'left' | 'right') =>
    room !== undefined && (
      <Button asChild>
        <Link to={`/teacher/exam/exam-plan/ready/${planId}?room=${room}`} replace>
          {icon === 'left' && <ChevronLeft aria-hidden />}
          {name}
          {icon === 'right' && <ChevronRight aria-hidden />}
        </Link>
      </Button>
    );
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('title', { room: data.room.name })}
        beside={
          <Chip tone={wrong.length === 0 ? 'delivered' : 'kept'} mark={wrong.length === 0 ? 'dot' : 'square'} className="num">
            {wrong.length === 0 ? t('allReady') : t('toMend', { n: wrong.length })}
          </Chip>
        }
        description={
          <span className="num">
            <Link to={`/teacher/exam/exam-plan/item/${planId}`} className="text-primary underline-offset-4 hover:underline">
              {planName}
            </Link>{' '}
            · {[data.room.place, data.room.location, formatDateTime(data.startMs)].filter(Boolean).join(' · ')}
          </span>
        }
        actions={
          <span className="flex flex-wrap gap-2.5">
            {to(before, t('roomBefore'), 'left')}
            {to(after, t('roomAfter'), 'right')}
          </span>
        }
      />
      <FigureStrip
        figures={[
          { label: t('readyMachines'), value: rows.length - wrong.length, note: t('ofMachines', { n: rows.length }) },
          { label: t('packages'), value: has('package'), note: t('ofMachines', { n: rows.length }) },
          { label: t('persisted'), value: has('persisted'), note: t('ofMachines', { n: rows.length }) },
          { label: t('worstClock'), value: t('seconds', { n: formatSeconds(offset) }), note: t('clockLimit') },
          { label: t('revision'), value: t('revisionNo', { n: data.revision }), note: t('follow', { n: has('revision') }) },
        ]}
      />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_330px]">
        <MachineTable
          rows={rows}
          nameOf={(seatNo) => nameOf(data, seatNo)}
          aside={<span className="num text-[13px] text-muted-foreground">{t('updated', { time: formatTime(dataUpdatedAt) })}</span>}
          nowMs={data.serverNow}
        />
        <div className="flex flex-col gap-3.5">
          {mayChange && <RoomCode roomId={roomId} />}
          {mayChange && <ThisMachine roomId={roomId} seatCount={listRoomSeats(data.room).length} />}
          <ReadinessSidebar board={data} rows={rows} planId={planId} roomId={roomId} />
        </div>
      </div>
    </div>
  );
}

function nameOf({ room }: { room: Parameters<typeof listRoomSeats>[0] & { machines: string } }, seatNo: number): string {
  const seat = seatNo === spareSeatNumber ? undefined : listRoomSeats(room)[seatNo - 1];
  return seat === undefined ? '' : formatMachineName(room.machines, seat);
}
