import { useState, useCallback, useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { useSearchParams, useNavigate } from 'react-router-dom';
import { DutyList } from '../../../platform/choices/duty-list.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryFailure, LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { RoomPicture } from '../../../ui/entity/room-picture.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { createResumeCommands, type TargetedRoomCommand } from '../model/targeted-commands.ts';
import { type RoomCommandRequest, type DialogCommandKind, recreateSeatCodes, type SeatCode } from '../model/room-command-input.ts';
import { countRoomFigures, computePausedMs, type SeatView, computeSeatViews, type RoomFigures } from '../model/seat-view.ts';
import { RoomCommandDelivery, needsSignIn } from '../parts/room-command-delivery.tsx';
import { RoomCommandDialog } from '../parts/room-command-dialog.tsx';
import { CloseDialog } from '../parts/close-dialog.tsx';
import { EntryPhotos } from '../parts/entry-photos.tsx';
import { SeatCodeList } from '../parts/seat-code-list.tsx';
import { RoomCommandLog } from '../parts/room-command-log.tsx';
import { ScanDialog } from '../parts/scan-dialog.tsx';
import { SeatCommandBar } from '../parts/seat-command-bar.tsx';
import { SeatTile } from '../parts/seat-tile.tsx';
import type { RoomState } from '../model/room-state.ts';
import { useInvigilatedRoom } from '../use-invigilated-room.ts';
import type { RoomBoard } from '../../../../sync/contract/exams/invigilation.ts';
import { cn } from '../../../lib/cn.ts';
import { formatTime, formatDate } from '../../../lib/format-time.ts';
import { formatElapsed } from '../parts/use-duration-formatter.ts';
import type { TransferState } from '../../../platform/transfer/transfer-cache.ts';
import { transferCache, deliverTransfers } from '../../../platform/transfer/answer-transfer.ts';
import { DemoExamButton } from '../../../platform/choices/demo-exam-button.tsx';
import { useStoredCall } from '../../../platform/offline-pages/stored-call.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QrPicture } from '../../../ui/print/qr-picture.tsx';

const lookEveryMs = 2_000;
const nothing: ReadonlyMap<string, TransferState> = new Map();

/** Reads the answers stored on this tablet for transfer, by attempt. While the page is open, it delivers them whenever the server answers. */
function useTransferState(): { readonly carried: ReadonlyMap<string, TransferState>; readonly look: () => void } {
  const [carried, setCarried] = useState(nothing);
  const look = useCallback(() => void transferCache.states().then(setCarried, () => undefined), []);
  useEffect(() => {
    const over = new AbortController();
    deliverTransfers(over.signal);
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => {
      over.abort();
      clearInterval(timer);
    };
  }, [look]);
  return { carried, look };
}

/** Counts the attempts with ops on this tablet that the server is not known to have. */
const countWaitingAttempts = (carried: ReadonlyMap<string, TransferState>): number =>
  [...carried.values()].filter(({ waitingCount: waiting }) => waiting > 0).length;

/** Page /invigilator/exam/index: the invigilator's rooms; with ?plan=&room= one room. It works without a network. */
export function RoomPage() {
  const [params] = useSearchParams();
  const [planId, roomId] = [Number(params.get('plan')), Number(params.get('room'))];
  if (planId > 0 && roomId > 0) return <Room key={`${planId}/${roomId}`} planId={planId} roomId={roomId} />;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader />
      <CarriedNote />
      <RoomList />
      <DutyList whenAny />
    </div>
  );
}

/** Shows how many attempts' answers still wait on this tablet; the list of rooms continues their delivery after a room page was left. */
function CarriedNote() {
  const { t } = useTranslation('invigilation');
  const toCarry = countWaitingAttempts(useTransferState().carried);
  return toCarry > 0 && <Strip tone="kept">{t('carry_strip', { count: toCarry })}</Strip>;
}

type RoomDialogName = 'log' | 'close' | 'code' | 'scan' | 'photos';

function Room({ planId, roomId }: { planId: number; roomId: number }) {
  const { t } = useTranslation('invigilation');
  const room = useInvigilatedRoom(planId, roomId);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [commandRequest, setCommandRequest] = useState<RoomCommandRequest | null>(null);
  const [openDialog, setOpenDialog] = useState<RoomDialogName | null>(null);
  const [codes, setCodes] = useState<readonly SeatCode[]>([]);
  const { carried, look } = useTransferState();
  const toCarry = countWaitingAttempts(carried);
  const { board, refused, roomView: own } = room;
  if (board === null) {
    if (needsSignIn(room)) return <RoomCommandDelivery room={room} seatsOpen={0} />;
    if (refused && refused !== 'noVault') return <QueryFailure error={refused} onRetry={() => window.location.reload()} />;
    return room.online ? <Skeleton className="h-96 rounded-xl" /> : <Strip tone="kept">{t('notReady')}</Strip>;
  }
  const seats = computeSeatViews(board, own.commands, room.nowMs);
  const figures = countRoomFigures(seats);
  const bySeat = new Map(seats.map((seat) => [seat.seatNo, seat]));
  /** Returns the newest state of a seat. The examinee may have sat down since the dialog was opened. */
  const newest = (seat: SeatView): SeatView => bySeat.get(seat.seatNo) ?? seat;
  const pickedSeats = seats.filter((seat) => selected.includes(seat.attemptId));
  const ask = (kind: DialogCommandKind): void =>
    setCommandRequest({ kind, seats: kind === 'incident' ? [] : pickedSeats, actId: crypto.randomUUID() });
  const act = async (acts: readonly TargetedRoomCommand[]): Promise<boolean> => {
    for (const { actId, command, attemptIds } of acts)
      if ((await room.session?.recordCommand(actId, command, attemptIds)) !== 'saved') return false;
    // Shown at the top, so that the message does not cover the buttons at the bottom, which are pressed next.
    toast.success(t('done', { what: acts.map(({ command: { kind } }) => t(kind)).at(0) ?? '' }), {
      id: 'room.act',
      position: 'top-center',
    });
    setSelected([]);
    return true;
  };
  const isReady = room.session !== null;
  return (
    <div className="flex min-h-full flex-col gap-3 md:h-full">
      <RoomHead board={board} figures={figures} nowMs={room.nowMs} />
      <div className="flex shrink-0 flex-wrap items-center gap-2.5" role="status">
        <RoomCommandDelivery room={room} seatsOpen={figures.undelivered} />
        <RoomButtons
          isReady={isReady}
          hasEntryPhotos={seats.some((seat) => seat.entryPhoto !== 'notAsked')}
          onOpen={setOpenDialog}
          onIncident={() => ask('incident')}
        />
      </div>
      <RoomPicture room={board.room} label={board.room.name} placeWidth="6.5rem" className="min-h-52 grow overflow-auto p-1">
        {({ key, seat }) => {
          const who = seat && bySeat.get(seat.no);
          if (!who) return <div key={key} className="min-h-[76px] rounded-[10px] border border-dashed" />;
          return (
            <SeatTile
              key={key}
              place={key}
              seat={who}
              questionCount={board.questionCount}
              carried={carried.get(who.attemptId)?.waitingCount ?? 0}
              selected={selected.includes(who.attemptId)}
              onPress={() =>
                setSelected((so) => (so.includes(who.attemptId) ? so.filter((id) => id !== who.attemptId) : [...so, who.attemptId]))
              }
            />
          );
        }}
      </RoomPicture>
      {/* Below the seats: a strip that appears must not move a seat away from under the finger. */}
      {toCarry > 0 && <Strip tone="kept">{t('carry_strip', { count: toCarry })}</Strip>}
      {own.failure !== null && <Strip tone="seal">{t('failed')}</Strip>}
      {refused !== null && refused !== 'noVault' && !refused.sessionLost && <Strip tone="seal">{refused.message}</Strip>}
      <SeatCommandBar
        planId={planId}
        seats={seats}
        pickedSeats={pickedSeats}
        isReady={isReady}
        onSelect={setSelected}
        onAsk={ask}
        onResume={() => void act(createResumeCommands(pickedSeats, (pauseId) => computePausedMs(pauseId, board, own.commands, room.nowMs)))}
      />
      {commandRequest && (
        <RoomCommandDialog
          key={commandRequest.actId}
          request={{ ...commandRequest, seats: commandRequest.seats.map(newest) }}
          room={room}
          onAct={act}
          onClose={() => setCommandRequest(null)}
        />
      )}
      {openDialog === 'scan' && <ScanDialog seats={seats} carried={carried} onComplete={look} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'photos' && (
        <EntryPhotos
          room={board}
          seats={seats}
          ready={isReady}
          onMatches={(seat) =>
            void act([{ actId: crypto.randomUUID(), command: { kind: 'identity', matches: true, note: '' }, attemptIds: [seat.attemptId] }])
          }
          onDoubt={(seat) => setCommandRequest({ kind: 'identity', seats: [seat], actId: crypto.randomUUID() })}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'code' && <CodeDialog room={room} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'close' && (
        <CloseDialog board={board} seats={seats} nowMs={room.nowMs} onAct={act} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === 'log' && (
        <Dialog open shape="sheet" onOpenChange={() => setOpenDialog(null)} title={t('acts')}>
          <RoomCommandLog
            decidedCommands={board.acts}
            ownCommands={own.commands}
            seats={seats}
            onCodes={(of) => void recreateSeatCodes(of, room.roomKey, seats).then(setCodes, console.error)}
          />
        </Dialog>
      )}
      {codes.length > 0 && <SeatCodeList kind="grant" codes={codes} onClose={() => setCodes([])} />}
    </div>
  );
}

interface RoomButtonsProps {
  /** True if this tablet can record commands. */
  isReady: boolean;
  hasEntryPhotos: boolean;
  onOpen: (dialog: RoomDialogName) => void;
  onIncident: () => void;
}

/** Opens the dialogs that concern the whole room. */
function RoomButtons({ isReady, hasEntryPhotos, onOpen, onIncident }: RoomButtonsProps) {
  const { t } = useTranslation('invigilation');
  return (
    <>
      <Button size="lg" onClick={() => onOpen('code')}>
        {t('releaseCode')}
      </Button>
      <Button size="lg" onClick={() => onOpen('scan')}>
        {t('carry_scan')}
      </Button>
      {hasEntryPhotos && (
        <Button size="lg" onClick={() => onOpen('photos')}>
          {t('entryPhotos')}
        </Button>
      )}
      <Button size="lg" onClick={() => onOpen('log')}>
        {t('acts')}
      </Button>
      <Button size="lg" disabled={!isReady} onClick={onIncident}>
        {t('incident')}
      </Button>
      <Button size="lg" disabled={!isReady} onClick={() => onOpen('close')}>
        {t('close')}
      </Button>
    </>
  );
}

const rules: Readonly<Record<keyof RoomFigures, string>> = {
  expected: 'border-border',
  present: 'border-delivered',
  inExam: 'border-border',
  handedIn: 'border-delivered',
  undelivered: 'border-kept',
};

/** Shows the room, its remaining time and its figures. */
function RoomHead({ board, figures, nowMs }: { board: RoomBoard; figures: RoomFigures; nowMs: number }) {
  const { t } = useTranslation(['invigilation', 'words']);
  const endMs = board.startMs + board.durationMs;
  const leftMs = nowMs < board.startMs ? board.startMs - nowMs : endMs - nowMs;
  return (
    <header className="flex shrink-0 flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 grow basis-64">
        <h1 className="truncate text-xl font-semibold">{`${board.room.name} · ${board.planName}`}</h1>
        <p className="num text-[13.5px] text-muted-foreground">
          {[
            [board.room.place, board.room.location].filter(Boolean).join(' '),
            `${formatTime(board.startMs)}–${formatTime(endMs)}`,
            t('invigilators', { names: joinWords(board.invigilators) }),
          ]
            .filter(Boolean)
            .join('　')}
        </p>
      </div>
      <p className="shrink-0 text-right lg:order-last">
        <span className="block text-[13.5px] text-muted-foreground">{t(nowMs < board.startMs ? 'startsIn' : 'remaining')}</span>
        <b role="timer" className="num block text-[30px] leading-tight font-semibold">
          {leftMs > 0 ? formatElapsed(leftMs) : t('over')}
        </b>
      </p>
      <dl className="grid shrink-0 grid-cols-5 gap-2 max-lg:basis-full lg:gap-4">
        {(Object.keys(rules) as (keyof RoomFigures)[]).map((key) => (
          <div key={key} className={cn('border-l-[3px] pl-2.5', rules[key])}>
            <dt className="text-[13.5px] text-muted-foreground">{t(key)}</dt>
            <dd className={cn('num text-2xl leading-tight font-semibold', key === 'undelivered' && figures[key] > 0 && 'text-kept-ink')}>
              {figures[key]}
            </dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

/** Lists the invigilator's rooms; without a network, as last stored on this tablet. */
function RoomList() {
  const { t } = useTranslation(['invigilation', 'words']);
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
                {t('words:withdrawn')}
              </Chip>
            ) : (
              <>
                <LinkButton size="lg" to={`/invigilator/exam/score/${room.planId}`}>
                  {t('words:planScores')}
                </LinkButton>
                <LinkButton size="lg" variant="primary" to={`/invigilator/exam/index?plan=${room.planId}&room=${room.roomId}`}>
                  {t('open')}
                </LinkButton>
              </>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Milliseconds before the start at which the code may be shown. A code shown early would open the paper early (SY18). */
const shownAheadMs = 5 * 60_000;

/** Shows the release code, which opens the room's paper without a network (SY18). The tablet stores the code, so the dialog works offline. */
export function CodeDialog({ room, onClose }: { room: RoomState; onClose: () => void }) {
  const { t } = useTranslation('invigilation');
  const [isCodeShown, setIsCodeShown] = useState(false);
  const fromMs = (room.board?.startMs ?? 0) - shownAheadMs;
  const early = room.nowMs < fromMs;
  return (
    <Dialog open onOpenChange={onClose} title={t('releaseCode')} description={t('releaseCodeText')}>
      <div className="flex flex-col gap-3" aria-live="polite">
        {room.releaseCode === '' && <Strip tone="kept">{t('releaseCodeNone')}</Strip>}
        {room.releaseCode !== '' && early && <Strip tone="neutral">{t('releaseCodeEarly', { time: formatTime(fromMs) })}</Strip>}
        {room.releaseCode !== '' && !early && !isCodeShown && (
          <Button size="lg" onClick={() => setIsCodeShown(true)}>
            {t('releaseCodeShow')}
          </Button>
        )}
        {isCodeShown && !early && (
          <>
            <p className="num pt-6 text-center font-mono text-[clamp(34px,7.2vw,54px)] leading-tight font-semibold whitespace-nowrap">
              {room.releaseCode}
            </p>
            <div className="mx-auto w-44">
              <QrPicture text={room.releaseCode} label={t('codePicture', { code: room.releaseCode })} />
            </div>
            <p className="text-center text-[13px] text-muted-foreground">{t('releaseCodeScan')}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
