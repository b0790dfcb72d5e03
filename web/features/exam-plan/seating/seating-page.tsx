import { Printer, Shuffle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { useSearchParams } from 'react-router-dom';
import type { SeatedExaminee } from '../../../../sync/contract/exams/exam-seating.ts';
import { canWithdrawAt, planState } from '../../../../sync/domain/exams/exam-machine.ts';
import { cn } from '../../../lib/cn.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { PlanReasonDialog } from '../parts/board-action-dialog.tsx';
import { PlanCheckPanel } from '../readiness/check-panel.tsx';
import { PlanFrame } from '../frame/plan-frame.tsx';
import { type ExamPlan, planCallPrefixes, getPlanState } from '../exam-plan-queries.ts';
import { joinRoomsWithPeople, type PlanSeatingView, useMoveSeat, useSeating, type RoomWithPeople } from '../seating-queries.ts';
import { useNow } from '../../../ui/use-now.ts';
import { type SeatFill, seatFills, type SeatMark } from '../../../../sync/contract/exams/seat-codes.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { RoomPicture } from '../../../ui/entity/room-picture.tsx';
import { getVariantAtPlace } from '../../../../sync/domain/exams/room-seats.ts';
import { padTwoDigits } from '../../../../sync/domain/numbers.ts';

/** Arranges the seats of a plan by rule and lets staff move examinees by hand. The shown room is part of the URL. */
export function SeatingPage() {
  return <PlanFrame step="seats">{(plan) => <Seats plan={plan} />}</PlanFrame>;
}

const shownUnseated = 40;

function Seats({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('seating');
  const nowMs = useNow();
  const mayChange = useCanChangeData();
  const { data } = useSeating(plan.id);
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" />;
  if (data.rooms.length === 0)
    return (
      <Panel>
        <EmptyState
          title={t('noRooms')}
          action={
            mayChange &&
            getPlanState(plan) === planState.draft && (
              <LinkButton variant="primary" to={`/teacher/exam/exam-plan/create/${plan.id}`}>
                {t('toEdit')}
              </LinkButton>
            )
          }
        >
          {t('noRoomsText')}
        </EmptyState>
      </Panel>
    );
  return (
    <Board
      plan={plan}
      seating={data}
      canMove={mayChange && getPlanState(plan) === planState.draft}
      canAmend={mayChange && getPlanState(plan) === planState.published && canWithdrawAt(plan, nowMs)}
    />
  );
}

interface SeatMove {
  readonly person: SeatedExaminee;
  readonly roomId: number;
  readonly seatNo: number;
}

function Board({ plan, seating, canMove, canAmend }: { plan: ExamPlan; seating: PlanSeatingView; canMove: boolean; canAmend: boolean }) {
  const { t } = useTranslation(['seating', 'ui', 'words']);
  const [params, setParams] = useSearchParams();
  const [heldExaminee, setHeldExaminee] = useState<SeatedExaminee | null>(null);
  const [amending, setAmending] = useState<SeatMove | null>(null);
  const { t: say } = useTranslation('amend');
  const move = useMoveSeat();
  const rooms = joinRoomsWithPeople(seating);
  const selectedRoom = rooms.find(({ room }) => String(room.id) === params.get('room')) ?? rooms[0];
  const unseated = seating.people.filter((person) => person.roomId === null);
  const seatedCount = seating.people.length - unseated.length;
  const seatCount = rooms.reduce((sum, room) => sum + room.seats.length, 0);
  const send = (userId: number, to: { roomId: number; seatNo: number } | null): void => {
    setHeldExaminee(null);
    move.mutate({ id: seating.id, version: seating.version, userId, to });
  };
  const place = (seatNo: number, person: SeatedExaminee | undefined): void => {
    if (selectedRoom === undefined) return;
    if (heldExaminee === null) return setHeldExaminee(person ?? null);
    if (heldExaminee.userId === person?.userId) return setHeldExaminee(null);
    if (canAmend) return setAmending({ person: heldExaminee, roomId: selectedRoom.room.id, seatNo });
    return send(heldExaminee.userId, { roomId: selectedRoom.room.id, seatNo });
  };
  const watchers =
    selectedRoom === undefined ? [] : seating.staff.filter((one) => one.roomId === selectedRoom.room.id).map((one) => one.name);
  return (
    <div
      className="flex flex-col gap-3.5"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && heldExaminee !== null) setHeldExaminee(null);
      }}
    >
      <div className="flex flex-wrap items-center gap-2.5">
        {canMove && <ArrangeButton seating={seating} keptCount={seatedCount} />}
        <LinkButton to={`/teacher/exam/exam-plan/prints/${plan.id}`}>
          <Printer aria-hidden />
          {t('ui:printNow')}
        </LinkButton>
        {!canMove && seating.published && <span className="text-[13px] text-muted-foreground">{t('published')}</span>}
      </div>
      <FigureStrip
        figures={[
          { label: t('seated'), value: seatedCount, note: t('ofPeople', { n: seating.people.length }) },
          { label: t('free'), value: seatCount - seatedCount, note: t('ofSeats', { n: seatCount }) },
          seating.variants.length > 1
            ? { label: t('sameVariant'), value: seating.sameVariant, note: t('pairs') }
            : { label: t('variant'), value: 'A', note: t('oneVariant') },
          {
            label: t('sameGroup'),
            value: <span className={seating.sameGroup > 0 ? 'text-kept-ink' : ''}>{seating.sameGroup}</span>,
            note: t('pairs'),
          },
          { label: t('seed'), value: seating.seed === 0 ? '—' : seating.seed, note: t('seedNote') },
        ]}
      />
      {heldExaminee !== null && (
        <Strip
          tone="neutral"
          live
          action={
            <span className="flex shrink-0 gap-2">
              {heldExaminee.roomId !== null && canMove && (
                <Button size="sm" busy={move.isPending} onClick={() => send(heldExaminee.userId, null)}>
                  {t('takeOff')}
                </Button>
              )}
              <Button size="sm" variant="ghost" onClick={() => setHeldExaminee(null)}>
                {t('putBack')}
              </Button>
            </span>
          }
        >
          {t('holding', { name: heldExaminee.name })}
        </Strip>
      )}
      {amending !== null && (
        <PlanReasonDialog
          title={say('amendSeat', { name: amending.person.name, no: padTwoDigits(amending.seatNo) })}
          confirm={say('amendDo')}
          tone="primary"
          hint={say('amendReasonHint')}
          run={(reason, quiet) =>
            makeCall(
              '/exam/amend',
              {
                id: plan.id,
                version: plan.version,
                reason,
                seats: [{ userId: amending.person.userId, roomId: amending.roomId, seatNo: amending.seatNo }],
              },
              quiet,
            )
          }
          onClose={() => {
            setAmending(null);
            setHeldExaminee(null);
          }}
        >
          <p className="text-sm leading-relaxed text-muted-foreground">{say('amendSeatWhat')}</p>
        </PlanReasonDialog>
      )}
      <div className="grid items-start gap-3.5 lg:grid-cols-[180px_minmax(0,1fr)] 2xl:grid-cols-[180px_minmax(0,1fr)_300px]">
        <RoomListPanel
          rooms={rooms}
          selectedId={selectedRoom?.room.id}
          onSelect={(id) => setParams({ room: String(id) }, { replace: true })}
        />
        <div className="flex min-w-0 flex-col gap-2">
          {selectedRoom !== undefined && (
            <SeatBoard
              room={selectedRoom}
              variants={seating.variants}
              watched={watchers.length === 0 ? '' : t('invigilators', { names: joinWords(watchers) })}
              pickedUp={heldExaminee}
              {...((canMove || canAmend) && { onPlace: place, onHold: setHeldExaminee })}
            />
          )}
          {(canMove || canAmend) && <p className="text-[13px] text-muted-foreground">{t('moveHint')}</p>}
        </div>
        <div className="flex flex-col gap-3.5 lg:col-span-2 2xl:col-span-1">
          {canMove && <PlanCheckPanel plan={plan} />}
          <UnseatedPanel people={unseated} heldExaminee={heldExaminee} canMove={canMove} onHold={setHeldExaminee} />
        </div>
      </div>
    </div>
  );
}

interface RoomListPanelProps {
  rooms: readonly RoomWithPeople[];
  selectedId: number | undefined;
  onSelect: (id: number) => void;
}

/** Lists the rooms of the plan, each with its number of seated examinees and of seats. */
function RoomListPanel({ rooms, selectedId, onSelect }: RoomListPanelProps) {
  const { t } = useTranslation('words');
  return (
    <Panel title={t('rooms')} bodyClassName="max-h-[70vh] overflow-y-auto scroll-slim">
      <ul>
        {rooms.map(({ room, people, seats: all }) => (
          <li key={room.id} className="border-b last:border-b-0">
            <button
              type="button"
              aria-current={room.id === selectedId}
              onClick={() => onSelect(room.id)}
              className={cn(
                'num flex w-full items-center justify-between gap-2 px-3.5 py-2 text-left hover:bg-muted/55',
                room.id === selectedId && 'bg-primary-soft font-semibold text-accent-foreground',
              )}
            >
              <span className="min-w-0 truncate">{room.name}</span>
              <span className="text-[13px]">{`${people.length}/${all.length}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface UnseatedPanelProps {
  people: readonly SeatedExaminee[];
  /** The examinee who is picked up to be moved. */
  heldExaminee: SeatedExaminee | null;
  canMove: boolean;
  onHold: (person: SeatedExaminee | null) => void;
}

/** Lists the examinees without a seat; a click or drag picks one up. */
function UnseatedPanel({ people, heldExaminee, canMove, onHold }: UnseatedPanelProps) {
  const { t } = useTranslation('seating');
  return (
    <Panel title={t('noSeat')} aside={<span className="num text-[13px] text-muted-foreground">{people.length}</span>}>
      {people.length === 0 && <p className="px-3.5 py-4 text-[13px] text-muted-foreground">{t('unseatedNone')}</p>}
      <ul>
        {people.slice(0, shownUnseated).map((person) => (
          <li key={person.userId} className="border-b last:border-b-0">
            <button
              type="button"
              disabled={!canMove}
              draggable={canMove}
              aria-pressed={heldExaminee?.userId === person.userId}
              aria-label={t('pickUp', { name: person.name })}
              onDragStart={() => onHold(person)}
              onClick={() => onHold(heldExaminee?.userId === person.userId ? null : person)}
              className={cn(
                'flex w-full items-center gap-2 px-3.5 py-2 text-left hover:bg-muted/55',
                heldExaminee?.userId === person.userId && 'bg-primary-soft',
              )}
            >
              <span className="font-medium">{person.name}</span>
              <span className="min-w-0 truncate text-[12.5px] text-muted-foreground">{person.employer || person.className}</span>
            </button>
          </li>
        ))}
      </ul>
      {people.length > shownUnseated && (
        <p className="num px-3.5 py-2 text-[13px] text-muted-foreground">{t('unseatedMore', { n: people.length - shownUnseated })}</p>
      )}
    </Panel>
  );
}

/** Default seed of the random arrangement of seats: the day of the exam as a number, so that anyone can tell where the seed comes from. */
const deriveSeed = (ms: number): number => Number(formatDate(ms).replaceAll('-', ''));
const isSeed = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/** Arranges seats by rule, either for examinees without a seat or for everyone again. */
export function ArrangeButton({ seating, keptCount }: { seating: PlanSeatingView; keptCount: number }) {
  const { t } = useTranslation('seating');
  const [isAsking, setIsAsking] = useState(false);
  const [anew, setAnew] = useState(false);
  const [fill, setFill] = useState<SeatFill>('full');
  const [seed, setSeed] = useState(String(seating.seed || deriveSeed(seating.startMs)));
  const unseatedCount = seating.people.length - keptCount;
  return (
    <>
      <Button
        variant="primary"
        onClick={() => {
          setAnew(unseatedCount === 0);
          setIsAsking(true);
        }}
      >
        <Shuffle aria-hidden />
        {unseatedCount > 0 && keptCount > 0 ? t('arrangeRest', { n: unseatedCount }) : t('arrange')}
      </Button>
      {isAsking && (
        <ActionDialog
          title={t('arrangeTitle')}
          confirm={t('begin')}
          disabled={!isSeed(seed)}
          run={(quiet) => makeCall('/exam/arrange', { id: seating.id, version: seating.version, anew, fill, seed: Number(seed) }, quiet)}
          invalidates={planCallPrefixes}
          doneText={({ seated, unseated }) => t('arranged', { seated, unseated })}
          onClose={() => setIsAsking(false)}
        >
          <fieldset className="flex flex-col gap-1.5">
            <legend className="mb-1.5 text-sm font-medium">{t('arrangeWhom')}</legend>
            <RadioGroup
              aria-label={t('arrangeWhom')}
              value={anew ? 'anew' : 'rest'}
              onValueChange={(value) => setAnew(value === 'anew')}
              className="flex-col"
            >
              <Radio
                value="rest"
                disabled={unseatedCount === 0}
                label={t('keepSeats', { n: unseatedCount })}
                hint={t('keepSeatsHint', { n: keptCount })}
              />
              <Radio value="anew" label={t('anew')} hint={t('anewHint')} />
            </RadioGroup>
          </fieldset>
          <fieldset className="flex flex-col gap-1.5">
            <legend className="mb-1.5 text-sm font-medium">{t('fill')}</legend>
            <RadioGroup aria-label={t('fill')} value={fill} onValueChange={(value) => setFill(value === 'even' ? 'even' : 'full')}>
              {seatFills.map((each) => (
                <Radio key={each} value={each} label={t(`fill_${each}`)} />
              ))}
            </RadioGroup>
          </fieldset>
          <Field label={t('seed')} hint={t('seedHint')} error={isSeed(seed) ? undefined : t('badSeed')}>
            {(field) => (
              <Input
                {...field}
                className="num w-40"
                inputMode="numeric"
                value={seed}
                onChange={(event) => setSeed(event.target.value.trim())}
              />
            )}
          </Field>
        </ActionDialog>
      )}
    </>
  );
}

/** Shows the letter of a paper variant. */
function VariantMark({ variant }: { variant: string }) {
  return (
    <b
      className={cn(
        'grid size-[18px] shrink-0 place-items-center rounded border border-foreground text-[11px] leading-none',
        variant === 'A' && 'bg-foreground text-background',
      )}
    >
      {variant}
    </b>
  );
}

/** Shows a place of the room that holds no seat, for example a gap or a pillar. */
function PlaceWithoutSeat({ mark }: { mark: SeatMark | undefined }) {
  const { t: word } = useTranslation('seats');
  return (
    <div
      className={cn(
        'grid min-h-14 place-items-center rounded-md border border-dashed text-[12px] text-muted-foreground',
        mark === 'pillar' && '[background-image:repeating-linear-gradient(135deg,var(--border)_0_3px,transparent_3px_8px)]',
      )}
    >
      {mark !== undefined && mark !== 'gap' && <span className="rounded bg-card px-1">{word(mark)}</span>}
    </div>
  );
}

interface SeatContentProps {
  no: string;
  person: SeatedExaminee | undefined;
  /** Paper variant of the seat; null if the plan has only one variant. */
  variant: string | null;
}

/** Shows the number of a seat, the paper variant and the examinee who has the seat. */
function SeatContent({ no, person, variant }: SeatContentProps) {
  const { t } = useTranslation('seating');
  return (
    <>
      <span className="num flex items-center justify-between gap-1 text-[12px] text-muted-foreground">
        {no}
        {variant !== null && <VariantMark variant={variant} />}
      </span>
      <span className={cn('truncate text-sm', person === undefined ? 'text-muted-foreground' : 'font-semibold')}>
        {person?.name ?? t('empty')}
      </span>
      <span className="truncate text-[11.5px] text-muted-foreground">{person?.employer || person?.className}</span>
    </>
  );
}

interface SeatBoardProps {
  room: RoomWithPeople;
  variants: readonly string[];
  watched: string;
  /** The examinee who is picked up to be moved. */
  pickedUp: SeatedExaminee | null;
  /** Puts the held examinee on a seat; absent if the board is read-only. */
  onPlace?: (seatNo: number, person: SeatedExaminee | undefined) => void;
  onHold?: (person: SeatedExaminee | null) => void;
}

/** Shows a room with its seats. A click or drag picks an examinee up; a second click or the drop moves the examinee to another seat. */
function SeatBoard({ room: { room, seats, people, bySeat }, variants, watched, pickedUp, onPlace, onHold }: SeatBoardProps) {
  const { t } = useTranslation('seating');
  return (
    <Panel
      title={
        <>
          {room.name}
          <span className="ml-2 text-[13px] font-normal text-muted-foreground">
            {[room.place, room.location, watched].filter(Boolean).join(' · ')}
          </span>
        </>
      }
      aside={<span className="num text-[13px]">{`${people.length} / ${seats.length}`}</span>}
      bodyClassName="px-3.5 py-3 overflow-x-auto"
    >
      <RoomPicture room={room} label={t('roomOf', { room: room.name, n: people.length, of: seats.length })} placeWidth="4.75rem">
        {({ key, seat, mark, row, column }) => {
          if (seat === undefined) return <PlaceWithoutSeat key={key} mark={mark} />;
          const person = bySeat.get(seat.no);
          const isHeld = pickedUp !== null && person?.userId === pickedUp.userId;
          const no = padTwoDigits(seat.no);
          const name = person === undefined ? t('freeSeat', { no }) : t('seatOf', { no, name: person.name });
          const look = cn(
            'flex min-h-14 min-w-0 flex-col rounded-md border px-1.5 py-1 text-left',
            person === undefined ? 'border-dashed' : 'bg-card',
            mark === 'accessible' && 'border-primary',
            isHeld && 'border-2 border-dashed border-primary bg-primary-soft',
            onPlace !== undefined && pickedUp !== null && !isHeld && 'hover:border-primary hover:bg-primary-soft',
          );
          const content = (
            <SeatContent no={no} person={person} variant={variants.length > 1 ? getVariantAtPlace(row, column, variants) : null} />
          );
          if (onPlace === undefined)
            return (
              <div key={key} className={look} aria-label={name}>
                {content}
              </div>
            );
          return (
            <button
              key={key}
              type="button"
              data-place={key}
              aria-label={name}
              aria-pressed={isHeld}
              draggable={person !== undefined}
              onDragStart={() => onHold?.(person ?? null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                onPlace(seat.no, person);
              }}
              onClick={() => onPlace(seat.no, person)}
              className={look}
            >
              {content}
            </button>
          );
        }}
      </RoomPicture>
    </Panel>
  );
}
