import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { formatDate, formatTime } from '../../../lib/format-time.ts';
import { PrintBlock, PrintPage } from '../../../ui/print/print-layout.tsx';
import { RoomPicture } from '../../../ui/entity/room-picture.tsx';
import { formatMachineName } from '../../../../sync/domain/exams/room-seats.ts';
import type { RoomWithPeople, PlanSeatingView } from '../seating-queries.ts';
import type { PrintedSchool } from './ticket-sheet.tsx';
import { padTwoDigits } from '../../../../sync/domain/numbers.ts';

export interface RoomSheetProps {
  school: PrintedSchool;
  seating: PlanSeatingView;
  room: RoomWithPeople;
}

const formatSeatNumber = (no: number | null): string => padTwoDigits(no ?? 0);
/** Borders and paddings of the cells of a printed table. */
export const sheetCells =
  '[&_td]:border [&_td]:border-black [&_td]:px-[2mm] [&_th]:border [&_th]:border-black [&_th]:bg-[#f3f3ee] [&_th]:px-[2mm] [&_th]:py-[1mm] [&_th]:text-left';

const sortBySeat = ({ people }: RoomWithPeople) => people.toSorted((a, b) => (a.seatNo ?? 0) - (b.seatNo ?? 0));

/** Heads every sheet of a room: the room in large type, exam, time, and the number of examinees. */
export function RoomHead({ school, seating, room: { room, people }, title }: RoomSheetProps & { title: string }) {
  const { t } = useTranslation('seating');
  const { startMs, durationMs, entryLimitMs } = seating;
  return (
    <header className="mb-[4mm] flex items-center gap-[5mm] border-b-2 border-black pb-[2mm]">
      <p className="max-w-[45%] shrink-0 font-serif text-[26pt] leading-none font-bold">{room.name}</p>
      <div className="min-w-0 grow border-l border-black pl-[5mm]">
        <p className="font-serif font-semibold">{school.title}</p>
        <h2 className="font-serif text-[14pt] leading-tight font-bold">
          {seating.name} {title}
        </h2>
        <p className="num text-[10pt]">
          {formatDate(startMs)} {formatTime(startMs)}–{formatTime(startMs + durationMs)}{' '}
          {[room.place, room.location].filter(Boolean).join(' ')}
        </p>
      </div>
      <dl className="num grid shrink-0 grid-cols-[auto_auto] gap-x-[3mm] text-[10pt]">
        <dt>{t('expected')}</dt>
        <dd className="font-bold">{t('peopleCount', { n: people.length })}</dd>
        <dt>{t('latestEntry')}</dt>
        <dd className="font-bold">{formatTime(startMs + entryLimitMs)}</dd>
      </dl>
    </header>
  );
}

/** Prints the foot of the sheets that invigilators fill in: blanks for counts (present, absent, cheating, moved) and lines for their signatures. */
function RoomFoot({ seating, room }: { seating: PlanSeatingView; room: number }) {
  const { t } = useTranslation('seating');
  const names = seating.staff.filter((one) => one.roomId === room).map((one) => one.name);
  return (
    <footer className="mt-[4mm] flex flex-wrap justify-between gap-x-[6mm] gap-y-[2mm] border-t border-black pt-[2mm] text-[10pt]">
      <span>{t('present')}</span>
      <span>{t('absentCount')}</span>
      <span>{t('cheatCount')}</span>
      <span>{t('movedCount')}</span>
      <span className="w-full">
        {t('staffSigns')} {names.length === 0 ? '____________　____________' : names.map((name) => `${name} ____________`).join('　')}
      </span>
    </footer>
  );
}

/** Prints the seating chart of a room, with the front (讲台) at the top. */
export function ChartSheet(props: RoomSheetProps) {
  const { t } = useTranslation('seating');
  const { t: word } = useTranslation('seats');
  const { room, bySeat } = props.room;
  return (
    <PrintPage>
      <RoomHead {...props} title={t('print_chart')} />
      <RoomPicture room={room} label={room.name}>
        {({ key, seat, mark }) => {
          const person = seat && bySeat.get(seat.no);
          return (
            <div
              key={key}
              className={
                seat === undefined
                  ? 'grid min-h-[19mm] place-items-center border border-dashed border-[#888] text-[9pt] text-[#444]'
                  : 'flex min-h-[19mm] flex-col justify-between border border-black p-[1.5mm] text-black'
              }
            >
              {seat === undefined ? (
                mark !== undefined && mark !== 'gap' && word(mark)
              ) : (
                <>
                  <span className="num flex items-baseline justify-between">
                    <b className="text-[15pt] leading-none">{formatSeatNumber(seat.no)}</b>
                    <span className="text-[8pt]">{person?.ticketNo.slice(-4)}</span>
                  </span>
                  <span className="text-[11pt] leading-tight font-semibold [overflow-wrap:anywhere]">{person?.name ?? ''}</span>
                </>
              )}
            </div>
          );
        }}
      </RoomPicture>
      <RoomFoot seating={props.seating} room={room.id} />
    </PrintPage>
  );
}

/** Prints the list that every examinee signs; absence is written in by hand. */
export function SignInSheet(props: RoomSheetProps) {
  const { t } = useTranslation(['seating', 'words']);
  return (
    <PrintPage>
      <RoomHead {...props} title={t('print_signIn')} />
      <RoomTable
        heads={[t('seatShort'), t('words:personName'), t('words:ticketNo'), t('words:idNumber'), t('signature')]}
        rows={sortBySeat(props.room).map((person) => ({
          key: person.userId,
          cells: [<b key="seat">{formatSeatNumber(person.seatNo)}</b>, person.name, person.ticketNo, person.idNumber, ''],
        }))}
        widths={['w-[12mm]', 'w-[32mm]', 'w-[42mm]', 'w-[44mm]', '']}
      />
      <RoomFoot seating={props.seating} room={props.room.room.id} />
    </PrintPage>
  );
}

/** Prints the list for the door: names by seat, without ID numbers. */
export function DoorSheet(props: RoomSheetProps) {
  const { t } = useTranslation(['seating', 'words']);
  const people = sortBySeat(props.room);
  const half = Math.ceil(people.length / 2);
  const renderColumn = (part: typeof people) => (
    <RoomTable
      heads={[t('seatShort'), t('words:personName'), t('words:ticketNo')]}
      rows={part.map((person) => ({
        key: person.userId,
        cells: [<b key="seat">{formatSeatNumber(person.seatNo)}</b>, person.name, person.ticketNo],
      }))}
      widths={['w-[12mm]', '', 'w-[38mm]']}
    />
  );
  return (
    <PrintPage>
      <RoomHead {...props} title={t('print_door')} />
      <div className="grid grid-cols-2 items-start gap-[6mm]">
        {renderColumn(people.slice(0, half))}
        {renderColumn(people.slice(half))}
      </div>
      <p className="mt-[4mm] text-[10pt]">{t('doorHint')}</p>
    </PrintPage>
  );
}

/** Prints one label a seat, to cut out for the desks. */
export function SeatLabelSheet(props: RoomSheetProps) {
  const { t } = useTranslation('seating');
  const seats = new Map(props.room.seats.map((seat) => [seat.no, seat]));
  return (
    <PrintPage>
      <div className="grid grid-cols-3">
        {sortBySeat(props.room).map((person) => {
          const seat = seats.get(person.seatNo ?? 0);
          const machine = seat === undefined ? '' : formatMachineName(props.room.room.machines, seat);
          return (
            <PrintBlock key={person.userId} className="flex min-h-[42mm] flex-col border border-dashed border-[#888] p-[3mm]">
              <span className="flex items-baseline justify-between">
                <b className="num text-[26pt] leading-none">{formatSeatNumber(person.seatNo)}</b>
                <span className="text-[9pt]">{props.room.room.name}</span>
              </span>
              <span className="mt-[2mm] text-[15pt] leading-tight font-bold [overflow-wrap:anywhere]">{person.name}</span>
              <span className="num text-[10pt]">{person.ticketNo}</span>
              <span className="num mt-auto text-[9pt]">
                {machine !== '' && `${t('machine')} ${machine} · `}
                {formatDate(props.seating.startMs)} {formatTime(props.seating.startMs)}
              </span>
            </PrintBlock>
          );
        })}
      </div>
    </PrintPage>
  );
}

/** Prints the invigilators of all rooms on one list. */
export function StaffSheet({ seating, rooms }: { seating: PlanSeatingView; rooms: readonly RoomWithPeople[] }) {
  const { t } = useTranslation(['seating', 'words']);
  return (
    <PrintPage>
      <RoomTable
        heads={[t('room'), t('location'), t('expected'), t('words:invigilators'), t('signature')]}
        rows={rooms.map(({ room, people }) => ({
          key: room.id,
          cells: [
            <b key="room">{room.name}</b>,
            [room.place, room.location].filter(Boolean).join(' '),
            t('peopleCount', { n: people.length }),
            joinWords(seating.staff.filter((one) => one.roomId === room.id).map((one) => one.name)),
            '',
          ],
        }))}
        widths={['w-[32mm]', 'w-[44mm]', 'w-[20mm]', '', 'w-[40mm]']}
      />
    </PrintPage>
  );
}

interface RoomTableProps {
  heads: readonly string[];
  rows: readonly { readonly key: number; readonly cells: readonly ReactNode[] }[];
  widths: readonly string[];
}

function RoomTable({ heads, rows, widths }: RoomTableProps) {
  return (
    <table className={`num w-full border-collapse text-[10.5pt] text-black ${sheetCells}`}>
      <thead>
        <tr>
          {heads.map((head, at) => (
            <th key={head} className={widths[at]}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className="break-inside-avoid">
            {row.cells.map((cell, at) => (
              <td key={heads[at]} className="h-[7mm] [overflow-wrap:anywhere]">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
