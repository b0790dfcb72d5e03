import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { spareSeatNumber } from '../../../../sync/contract/exams/exam-readiness.ts';
import { formatMachineName, listRoomSeats } from '../../../../sync/domain/exams/room-seats.ts';
import { formatSeconds } from '../../../lib/format-number.ts';
import { formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { useCall, useInvalidate, useLocalQuery } from '../../../platform/api/call-query.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip, ChipMark } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { useExamPlan } from '../exam-plan-queries.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { QrPicture } from '../../../ui/print/qr-picture.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useState, type ReactNode } from 'react';
import { Select } from '../../../ui/primitives/select.tsx';
import { cn } from '../../../lib/cn.ts';
import { hasPassedDrill, type MachineProblem, listMachineProblems } from '../../../../sync/domain/exams/machine-readiness.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';
import { getBuildName } from '../../../lib/this-build.ts';
import { padTwoDigits } from '../../../../sync/domain/numbers.ts';

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
  const faultySeats = rows.filter((row) => row.faults.length > 0);
  const reports = rows.flatMap((row) => row.machine?.report ?? []);
  const offset = reports.reduce((largest, { offsetMs }) => (Math.abs(offsetMs) > Math.abs(largest) ? offsetMs : largest), 0);
  const countReady = (kind: 'package' | 'revision' | 'persisted'): number =>
    rows.filter((row) => row.machine?.report != null && !row.faults.includes(kind)).length;
  const renderRoomLink = (room: number | undefined, name: string, icon: 'left' | 'right') =>
    room !== undefined && (
      <LinkButton to={`/teacher/exam/exam-plan/ready/${planId}?room=${room}`} replace>
        {icon === 'left' && <ChevronLeft aria-hidden />}
        {name}
        {icon === 'right' && <ChevronRight aria-hidden />}
      </LinkButton>
    );
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('title', { room: data.room.name })}
        titleExtra={
          <Chip tone={faultySeats.length === 0 ? 'delivered' : 'kept'} mark={faultySeats.length === 0 ? 'dot' : 'square'} className="num">
            {faultySeats.length === 0 ? t('allReady') : t('toMend', { n: faultySeats.length })}
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
            {renderRoomLink(before, t('roomBefore'), 'left')}
            {renderRoomLink(after, t('roomAfter'), 'right')}
          </span>
        }
      />
      <FigureStrip
        figures={[
          { label: t('readyMachines'), value: rows.length - faultySeats.length, note: t('ofMachines', { n: rows.length }) },
          { label: t('packages'), value: countReady('package'), note: t('ofMachines', { n: rows.length }) },
          { label: t('persisted'), value: countReady('persisted'), note: t('ofMachines', { n: rows.length }) },
          { label: t('worstClock'), value: t('seconds', { n: formatSeconds(offset) }), note: t('clockLimit') },
          { label: t('revision'), value: t('revisionNo', { n: data.revision }), note: t('follow', { n: countReady('revision') }) },
        ]}
      />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_330px]">
        <MachineTable
          rows={rows}
          nameOf={(seatNo) => getMachineName(data, seatNo)}
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

function getMachineName({ room }: { room: Parameters<typeof listRoomSeats>[0] & { machines: string } }, seatNo: number): string {
  const seat = seatNo === spareSeatNumber ? undefined : listRoomSeats(room)[seatNo - 1];
  return seat === undefined ? '' : formatMachineName(room.machines, seat);
}

/**
 * Shows and revokes the code that registers the PCs of a room: each PC opens /test, where the code is typed. The code is loaded only after a click.
 */
export function RoomCode({ roomId }: { roomId: number }) {
  const { t } = useTranslation('ready');
  const open = useAction({ mutationFn: () => makeCall('/exam/openRoomCode', { roomId }) });
  const close = useAction({
    mutationFn: () => makeCall('/exam/closeRoomCode', { roomId }),
    onSuccess: () => {
      open.reset();
      toast.success(t('codeClosed'));
    },
  });
  const openedCode = open.data;
  const address = `${window.location.origin}/test`;
  return (
    <Panel title={t('roomCode')} bodyClassName="flex flex-col gap-3 px-3.5 py-3">
      <p className="text-[13px] text-muted-foreground">{t('roomCodeText', { address })}</p>
      {openedCode === undefined ? (
        <Button busy={open.isPending} onClick={() => open.mutate()}>
          {t('codeShow')}
        </Button>
      ) : (
        <>
          <div className="flex items-center justify-between gap-3">
            <output aria-label={t('roomCode')} className="font-mono text-[28px] font-semibold tracking-wider whitespace-nowrap">
              {openedCode.code}
            </output>
            <span className="w-20 flex-none">
              <QrPicture text={`${address}?code=${openedCode.code}`} label={t('codePicture')} />
            </span>
          </div>
          <p className="num text-[13px] text-muted-foreground">
            {t('codeLimits', { time: formatTime(openedCode.expiresMs), n: openedCode.left })}
          </p>
          <Button variant="seal" busy={close.isPending} onClick={() => close.mutate()}>
            {t('codeClose')}
          </Button>
        </>
      )}
    </Panel>
  );
}

// Loaded on demand, because the module imports the device database and the cryptography, which only room setup needs.
const loadRoomMachine = () => import('../../../platform/room/room-machine.ts');

/** Registers this PC as a machine of the room. From then on the PC downloads the data of its seat, independent of the signed-in user. */
export function ThisMachine({ roomId, seatCount }: { roomId: number; seatCount: number }) {
  const { t } = useTranslation('ready');
  const invalidate = useInvalidate();
  const [seat, setSeat] = useState('1');
  const place = useLocalQuery('machinePlace', null, async () => (await loadRoomMachine()).getMachinePlace());
  const refetchReadiness = () => Promise.all([invalidate('/exam/getReadiness'), place.refetch()]);
  const bind = useAction({
    mutationFn: async () => {
      const { code } = await makeCall('/exam/openRoomCode', { roomId });
      return (await loadRoomMachine()).registerMachineAt(code, Number(seat));
    },
    onSuccess: () => toast.success(t('boundNow')),
    onSettled: refetchReadiness,
  });
  const drill = useAction({ mutationFn: async () => (await loadRoomMachine()).runAndReportDrill(), onSettled: refetchReadiness });
  const seats = Array.from({ length: seatCount }, (_, index) => ({
    value: String(index + 1),
    label: t('seatNo', { n: padTwoDigits(index + 1) }),
  }));
  return (
    <Panel title={t('thisMachine')} bodyClassName="flex flex-col gap-3 px-3.5 py-3">
      <p className="text-[13px] text-muted-foreground">{t('thisMachineText')}</p>
      <div className="flex gap-2">
        <Select
          aria-label={t('head_seat')}
          className="grow"
          value={seat}
          onChange={setSeat}
          choices={[...seats, { value: '0', label: t('spare') }]}
        />
        <Button busy={bind.isPending} onClick={() => bind.mutate()}>
          {t('bind')}
        </Button>
      </div>
      {place.data != null && (
        <Button busy={drill.isPending} onClick={() => drill.mutate()}>
          {t('drillHere')}
        </Button>
      )}
    </Panel>
  );
}

interface MachineTableProps {
  rows: readonly BoardSeat[];
  nameOf: (seatNo: number) => string;
  aside: ReactNode;
  nowMs: number;
}

/** Shows one row a seat: what its machine has ready, and its faults in words. */
function MachineTable({ rows, nameOf, aside, nowMs }: MachineTableProps) {
  const { t } = useTranslation('ready');
  const renderFact = (good: boolean, text: string) => (
    <span className={cn('flex items-center gap-1.5 whitespace-nowrap', !good && 'font-semibold text-kept-ink')}>
      <ChipMark shape={good ? 'dot' : 'square'} className={good ? 'text-delivered' : 'text-kept-ink'} />
      {text}
    </span>
  );
  const formatAge = (ms: number): string => {
    const seconds = Math.max(0, Math.round((nowMs - ms) / 1000));
    return seconds < 120 ? t('secondsAgo', { n: seconds }) : t('minutesAgo', { n: Math.round(seconds / 60) });
  };
  return (
    <Panel title={t('machines')} aside={aside} bodyClassName="overflow-x-auto scroll-slim">
      <table className="num w-full text-sm [&_td]:px-3 [&_td]:py-2 [&_th]:px-3 [&_th]:py-2 [&_th]:text-left [&_th]:font-normal [&_th]:whitespace-nowrap [&_th]:text-muted-foreground">
        <thead className="border-b">
          <tr>
            {(['seat', 'machine', 'package', 'revision', 'storage', 'clock', 'build', 'seen'] as const).map((head) => (
              <th key={head} scope="col">
                {t(`head_${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ seatNo, variant, machine, faults }) => {
            const report = machine?.report;
            const name = seatNo === spareSeatNumber ? t('spare') : padTwoDigits(seatNo);
            return (
              <tr
                key={machine?.machineId ?? `seat.${seatNo}`}
                aria-label={faults.length === 0 ? t('rowReady', { name }) : t('rowWrong', { name })}
                className={cn('border-b last:border-b-0', faults.length > 0 && 'bg-kept-soft/45')}
              >
                <td className="font-semibold">{name}</td>
                <td className="whitespace-nowrap">{nameOf(seatNo)}</td>
                {report == null ? (
                  <td colSpan={5}>{renderFact(false, t(machine === undefined ? 'noMachine' : 'noReport'))}</td>
                ) : (
                  <>
                    <td>
                      {renderFact(
                        !faults.includes('package'),
                        report.holds === '' ? t('noPackage', { variant: variant ?? '' }) : report.holds,
                      )}
                    </td>
                    <td>{renderFact(!faults.includes('revision'), t('revisionNo', { n: report.revision }))}</td>
                    <td>{renderFact(!faults.includes('persisted'), t(report.persisted === true ? 'locked' : 'mayBeCleared'))}</td>
                    <td>{renderFact(!faults.includes('clock'), t('seconds', { n: formatSeconds(report.offsetMs) }))}</td>
                    <td>
                      {faults.includes('certificate')
                        ? renderFact(false, t('untrusted'))
                        : faults.includes('noWorker')
                          ? renderFact(false, t('noWorker'))
                          : renderFact(!faults.includes('worker'), t(faults.includes('worker') ? 'oldBuild' : 'newBuild'))}
                    </td>
                  </>
                )}
                <td
                  className={cn('whitespace-nowrap', faults.includes('silent') ? 'font-semibold text-kept-ink' : 'text-muted-foreground')}
                >
                  {machine === undefined ? '' : formatAge(machine.seenMs)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="px-3 py-2 text-[13px] text-muted-foreground">{t('sealedNote')}</p>
    </Panel>
  );
}

interface ReadinessSidebarProps {
  board: Readiness;
  rows: readonly BoardSeat[];
  planId: number;
  roomId: number;
}

/** Shows the results of the room's drills (rehearsals of an exam on its PCs), and the readiness report for a signature. */
export function ReadinessSidebar({ board, rows, planId, roomId }: ReadinessSidebarProps) {
  const { t } = useTranslation(['ready', 'words']);
  const invalidate = useInvalidate();
  const mayChange = useCanChangeData();
  const [exceptions, setExceptions] = useState('');
  const sign = useAction({
    mutationFn: () => makeCall('/exam/signReadiness', { id: planId, roomId, exceptions: exceptions.trim() }),
    onSuccess: () => toast.success(t('signedNow')),
    onSettled: () => invalidate('/exam/getReadiness'),
  });
  const start = useAction({
    mutationFn: () => makeCall('/exam/startDrill', { roomId }),
    onSuccess: () => toast.success(t('drillAsked')),
    onSettled: () => invalidate('/exam/getReadiness'),
  });
  const registered = rows.filter((row) => row.machine != null).length;
  const drills = rows.flatMap((row) => row.machine?.report?.drill ?? []);
  const answeredCount = drills.filter((drill) => board.drillMs !== null && drill.askedMs === board.drillMs).length;
  const passedDrills = drills.filter(hasPassedDrill);
  const faultyCount = rows.filter((row) => row.faults.length > 0).length;
  const { signed } = board;
  const isVoid = signed !== null && signed.revision !== board.revision;
  const sum = (of: 'written' | 'delivered' | 'sends'): number => drills.reduce((total, drill) => total + drill[of], 0);
  return (
    <>
      <Panel
        title={t('drill')}
        aside={
          drills.length > 0 && (
            <Chip
              tone={passedDrills.length === drills.length ? 'delivered' : 'seal'}
              mark={passedDrills.length === drills.length ? 'dot' : 'square'}
            >
              {t(passedDrills.length === drills.length ? 'drillPassed' : 'drillFailed')}
            </Chip>
          )
        }
        bodyClassName="flex flex-col gap-3 px-3.5 py-3 text-sm"
      >
        {drills.length === 0 ? (
          <p className="text-muted-foreground">{t('drillNone')}</p>
        ) : (
          <dl className="num grid grid-cols-[1fr_auto] gap-y-1.5">
            <dt>{t('drillMachines')}</dt>
            <dd className="font-semibold">{t('words:ofCount', { n: drills.length, of: rows.length })}</dd>
            <dt>{t('drillOpened')}</dt>
            <dd className="font-semibold">{drills.filter((drill) => drill.opened).length}</dd>
            <dt>{t('drillAnswers')}</dt>
            <dd className="font-semibold">{t('words:ofCount', { n: sum('delivered'), of: sum('written') })}</dd>
            <dt>{t('drillSends')}</dt>
            <dd className="font-semibold">{sum('sends')}</dd>
            <dt>{t('drillSlowest')}</dt>
            <dd className="font-semibold">{t('milliseconds', { n: Math.max(...drills.map((drill) => drill.slowestMs)) })}</dd>
          </dl>
        )}
        {board.drillMs !== null && (
          <p role="status" className="num text-[13px] text-muted-foreground">
            {t('drillProgress', { time: formatDateTime(board.drillMs), n: answeredCount, of: registered })}
          </p>
        )}
        {mayChange && (
          <Button busy={start.isPending} disabled={registered === 0} onClick={() => start.mutate()}>
            {t('drillRoom')}
          </Button>
        )}
      </Panel>
      <Panel
        title={t('report')}
        aside={
          signed !== null && (
            <Chip tone={isVoid ? 'seal' : 'delivered'} mark={isVoid ? 'square' : 'dot'}>
              {t(isVoid ? 'signedVoid' : 'signedNow')}
            </Chip>
          )
        }
        bodyClassName="flex flex-col gap-3 px-3.5 py-3 text-sm"
      >
        {signed !== null && (
          <p className="num">
            {t('signedWhat', {
              by: signed.by,
              time: formatDateTime(signed.ms),
              n: signed.revision,
              ready: signed.ready,
              machines: signed.machines,
            })}
            {signed.exceptions !== '' && (
              <span className="block text-muted-foreground">{t('signedExcept', { text: signed.exceptions })}</span>
            )}
          </p>
        )}
        {mayChange && (
          <>
            <Field
              label={t('exceptions')}
              required={faultyCount > 0}
              hint={faultyCount > 0 ? t('exceptionsHint', { n: faultyCount }) : t('signHint')}
            >
              {(field) => (
                <Textarea {...field} rows={2} maxLength={400} value={exceptions} onChange={(event) => setExceptions(event.target.value)} />
              )}
            </Field>
            <Button
              variant="primary"
              busy={sign.isPending}
              disabled={faultyCount > 0 && exceptions.trim() === ''}
              onClick={() => sign.mutate()}
            >
              {t('sign')}
            </Button>
          </>
        )}
      </Panel>
    </>
  );
}

export type Readiness = CallOutput<(typeof examCalls)['getReadiness']>;

/** A seat of the plan, or a registered machine whose seat nobody uses. */
interface BoardSeat {
  readonly seatNo: number;
  /** Variant of the paper at this seat; undefined if no examinee is seated there. */
  readonly variant: string | undefined;
  /** Undefined if no machine is registered for the seat. */
  readonly machine: Readiness['machines'][number] | undefined;
  readonly faults: readonly (MachineProblem | 'none')[];
}

/** Lists every seat with its machine; machines with faults come first. */
export function listSeatsWithMachines(board: Readiness): BoardSeat[] {
  const variants = new Map(board.seats.map((seat) => [seat.seatNo, seat.variant]));
  const expectedState = { revision: board.revision, worker: getBuildName() };
  const withMachine = board.machines.map((machine): BoardSeat => {
    const variant = variants.get(machine.seatNo);
    const faults = listMachineProblems(machine.report, machine.seenMs, { ...expectedState, variant }, board.serverNow);
    return { seatNo: machine.seatNo, variant, machine, faults };
  });
  const machineSeatNos = new Set(board.machines.map((machine) => machine.seatNo));
  const withoutMachine = board.seats
    .filter((seat) => !machineSeatNos.has(seat.seatNo))
    .map(({ seatNo, variant }): BoardSeat => ({ seatNo, variant, machine: undefined, faults: ['none'] }));
  return [...withMachine, ...withoutMachine].toSorted(
    (a, b) => Number(a.faults.length === 0) - Number(b.faults.length === 0) || (a.seatNo || 1000) - (b.seatNo || 1000),
  );
}
