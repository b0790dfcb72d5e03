import { useTranslation } from '../../../lib/i18n.ts';
import { joinPhrases } from '../../../lib/punctuation.ts';
import type { PlanRoom, SeatedExaminee } from '../../../../sync/contract/exams/exam-seating.ts';
import { formatDate, formatTime } from '../../../lib/format-time.ts';
import { PrintBlock, PrintPage } from '../../../ui/print/print-layout.tsx';
import { QrPicture } from '../../../ui/print/qr-picture.tsx';
import { SchoolLogo } from '../../../ui/entity/school-logo.tsx';
import type { PlanSeatingView } from '../seating-queries.ts';

export interface PrintedSchool {
  readonly title: string;
  readonly logo: string;
}

interface TicketSheetProps {
  school: PrintedSchool;
  seating: PlanSeatingView;
  people: readonly SeatedExaminee[];
}

const rules = [1, 2, 3, 4, 5, 6] as const;

/** Prints admission tickets, two on an A4 sheet, to cut apart. */
export function TicketSheet({ school, seating, people }: TicketSheetProps) {
  const rooms = new Map(seating.rooms.map((room) => [room.id, room]));
  const sheets = Array.from({ length: Math.ceil(people.length / 2) }, (_, at) => people.slice(at * 2, at * 2 + 2));
  return sheets.map((pair, sheet) => (
    <PrintPage key={pair[0]?.userId}>
      {pair.map((person, at) => (
        <PrintBlock key={person.userId} className={at === 1 ? 'mt-[5mm] border-t border-dashed border-[#888] pt-[5mm]' : ''}>
          <Ticket
            school={school}
            seating={seating}
            person={person}
            room={rooms.get(person.roomId ?? 0)}
            serial={sheet * 2 + at + 1}
            of={people.length}
          />
        </PrintBlock>
      ))}
    </PrintPage>
  ));
}

interface TicketProps {
  school: PrintedSchool;
  seating: Pick<PlanSeatingView, 'id' | 'name' | 'startMs' | 'durationMs' | 'entryLimitMs'> & { readonly revision?: number };
  person: Omit<SeatedExaminee, 'variant'>;
  room: PlanRoom | undefined;
  /** Position of this ticket among the printed ones; `of` is their number. */
  serial?: number;
  of?: number;
}

/** Renders one ticket, about half an A4 sheet high. It omits the variant: no examinee knows theirs before the exam. */
export function Ticket({ school, seating, person, room, serial, of }: TicketProps) {
  const { t } = useTranslation(['seating', 'words']);
  const { startMs, durationMs, entryLimitMs } = seating;
  // An exam without rooms is sat anywhere, so its ticket names neither room nor seat.
  const hasSeat = room !== undefined || person.seatLabel !== '';
  const facts: [string, string][] = [
    [t('words:personName'), person.name],
    [t('words:sex'), person.sex === 1 ? t('sex_1') : person.sex === 2 ? t('sex_2') : ''],
    [t('words:idNumber'), person.idNumber],
    [t('words:className'), person.className || person.employer],
  ];
  return (
    <section className="flex min-h-[120mm] flex-col text-[10pt] text-black">
      <header className="relative border-b-2 border-black pb-[2mm] text-center">
        <SchoolLogo title={school.title} src={school.logo} className="absolute top-0 left-0 size-[11mm] text-[12pt]" />
        <p className="font-serif text-[11pt] font-semibold">{school.title}</p>
        <h2 className="font-serif text-[17pt] leading-tight font-bold tracking-[0.3em]">{t('words:myTicket')}</h2>
        <p>{seating.name}</p>
      </header>
      <div className="mt-[3mm] flex gap-[5mm]">
        <dl className="grid grow grid-cols-[20mm_1fr] content-start items-baseline gap-y-[1.5mm]">
          <dt>{t('words:ticketNo')}</dt>
          <dd className="num border-b border-[#999] text-[14pt] font-bold">{person.ticketNo}</dd>
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd className="num border-b border-[#999] font-semibold">{value || '\u00A0'}</dd>
            </div>
          ))}
        </dl>
        {person.photo === '' ? (
          <div className="grid h-[35mm] w-[26mm] shrink-0 place-items-center border border-dashed border-black p-[2mm] text-center text-[8.5pt]">
            {t('photoHere')}
          </div>
        ) : (
          <img src={person.photo} alt={person.name} className="h-[35mm] w-[26mm] shrink-0 border border-black object-cover" />
        )}
        <figure className="w-[30mm] shrink-0 text-center text-[8.5pt]">
          {/* The QR code holds only the id of the exam and the ticket number, no personal data. */}
          <QrPicture text={`WK1|${seating.id}|${person.ticketNo}`} label={t('qrLabel', { no: person.ticketNo })} />
          <figcaption>{t('qrNote')}</figcaption>
        </figure>
      </div>
      <table className="mt-[3mm] w-full border-collapse [&_td]:border [&_td]:border-black [&_td]:px-[2mm] [&_td]:py-[1mm] [&_th]:border [&_th]:border-black [&_th]:bg-[#f3f3ee] [&_th]:px-[2mm] [&_th]:py-[1mm] [&_th]:text-left">
        <thead>
          <tr>
            <th>{t('time')}</th>
            {hasSeat && <th>{t('place')}</th>}
            {hasSeat && <th>{t('roomAndSeat')}</th>}
            <th>{t('latestEntry')}</th>
          </tr>
        </thead>
        <tbody>
          <tr className="num">
            <td>
              {formatDate(startMs)} {formatTime(startMs)}–{formatTime(startMs + durationMs)}
            </td>
            {hasSeat && <td>{room?.place ?? ''}</td>}
            {hasSeat && (
              <td>
                <b className="text-[12pt]">{person.seatLabel}</b> {room?.location}
              </td>
            )}
            <td>{formatTime(startMs + entryLimitMs)}</td>
          </tr>
        </tbody>
      </table>
      {room !== undefined && (room.address !== '' || room.way !== '') && (
        <p className="mt-[2mm] text-[9.5pt]">
          <b>{t('address')}</b> {joinPhrases([room.address, room.way].filter(Boolean))}
        </p>
      )}
      <div className="mt-[2mm] grid grid-cols-[18mm_1fr] text-[9pt]">
        <b>{t('rulesTitle')}</b>
        <ol className="grid grid-cols-2 gap-x-[4mm]">
          {rules.map((n) => (
            <li key={n}>
              {n}. {t(`rule_${n}`)}
            </li>
          ))}
        </ol>
      </div>
      <footer className="num mt-auto flex justify-between border-t border-[#999] pt-[1.5mm] text-[8.5pt]">
        <span>{room !== undefined && room.phone !== '' && `${t('phone')} ${room.phone}`}</span>
        <span>{t('signHere')} ____________________</span>
        <span>
          {(seating.revision ?? 0) > 0 && `${t('planVersion', { n: seating.revision })} · `}
          {serial !== undefined && t('serial', { n: serial, of })}
        </span>
      </footer>
    </section>
  );
}
