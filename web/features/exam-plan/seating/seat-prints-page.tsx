import { useAtomValue } from 'jotai';
import { useParams, useSearchParams } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';
import { formatDate, formatTime, formatDateTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { getSchoolLogo } from '../../../platform/session/session-user.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { PrintLayout, PrintBlock, PrintPage } from '../../../ui/print/print-layout.tsx';
import { QrPicture } from '../../../ui/print/qr-picture.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PaperRegisterSheet } from './paper-register-sheet.tsx';
import { AnswerCardSheet } from './answer-card-sheet.tsx';
import { ChartSheet, SeatLabelSheet, DoorSheet, SignInSheet, StaffSheet, sheetCells } from './room-sheets.tsx';
import { joinRoomsWithPeople, useAnswerCards, useSeating, type PlanSeatingView } from '../seating-queries.ts';
import { TicketSheet } from './ticket-sheet.tsx';

const kinds = [
  'tickets',
  'cards',
  'boxCards',
  'chart',
  'signIn',
  'door',
  'desk',
  'papers',
  'staff',
  'supervision',
  'pack',
  'codes',
] as const;
type Kind = (typeof kinds)[number];
const roomSheets = { chart: ChartSheet, signIn: SignInSheet, door: DoorSheet, desk: SeatLabelSheet, papers: PaperRegisterSheet } as const;

/** Prints the report of each internal supervisor, one a sheet. The cells of a missing report are empty, to fill in by hand. */
function SupervisionSheet({ seating }: { seating: PlanSeatingView }) {
  const { t } = useTranslation('seating');
  return seating.supervisors.map(({ id, name, report, reportedMs }) => {
    const rows = [
      { head: t('reportConclusion'), text: report === null ? '' : t(`report_${report.conclusion}`), height: 'h-[12mm]' },
      { head: t('reportObserved'), text: report?.observed, height: 'h-[90mm]' },
      { head: t('reportAdvised'), text: report?.advice, height: 'h-[50mm]' },
    ];
    return (
      <PrintPage key={id}>
        <p className="mb-[3mm] flex justify-between text-[10.5pt]">
          <span>{t('reportBy', { name })}</span>
          <span className="num">{reportedMs !== null && t('reportedAt', { time: formatDateTime(reportedMs) })}</span>
        </p>
        <table aria-label={t('reportOf', { name })} className={`w-full border-collapse text-[10.5pt] text-black ${sheetCells}`}>
          <tbody>
            {rows.map(({ head, text, height }) => (
              <tr key={head}>
                <th scope="row" className={`w-[28mm] align-top ${height}`}>
                  {head}
                </th>
                <td className="py-[1mm] align-top leading-[6mm] [overflow-wrap:anywhere] whitespace-pre-wrap">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-[8mm] flex justify-end gap-[10mm] text-[10.5pt]">
          <span>{t('reportSignature')} ________________</span>
          <span>{t('reportDate')} ________________</span>
        </p>
      </PrintPage>
    );
  });
}

/** Previews and prints every sheet of an exam by room. Sheet and room are part of the URL. */
export function SeatPrintsPage() {
  const { t } = useTranslation('seating');
  const user = useAtomValue(sessionUserAtom);
  const planId = Number(useParams()['planId']);
  const [params, setParams] = useSearchParams();
  const codes = useAction({ mutationFn: () => makeCall('/exam/showReleaseCodes', { planId }) });
  const { data, error, refetch } = useSeating(planId);
  const kind: Kind = kinds.find((each) => each === params.get('what')) ?? 'tickets';
  const isCard = kind === 'cards' || kind === 'boxCards';
  const cards = useAnswerCards(planId, kind === 'boxCards', isCard && data?.published === true);
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="mx-auto h-[80vh] max-w-[210mm] rounded-xl" />;
  const all = joinRoomsWithPeople(data);
  const rooms = all.filter(({ room }) => params.get('room') === null || String(room.id) === params.get('room'));
  const school = { title: user?.school_title ?? '', logo: user === null ? '' : getSchoolLogo(user) };
  const put = (key: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(key);
        else next.set(key, value);
        return next;
      },
      { replace: true },
    );
  const inRooms = new Set(rooms.map(({ room }) => room.id));
  // If the plan has no rooms, every examinee gets a ticket and a card. Otherwise print those of examinees seated in the shown rooms, room by room.
  const ticketed =
    all.length === 0
      ? data.people
      : data.people
          .filter((person) => person.roomId !== null && inRooms.has(person.roomId))
          .toSorted(
            (a, b) =>
              rooms.findIndex(({ room }) => room.id === a.roomId) - rooms.findIndex(({ room }) => room.id === b.roomId) ||
              (a.seatNo ?? 0) - (b.seatNo ?? 0),
          );
  const unseated = all.length === 0 ? 0 : data.people.filter((person) => person.roomId === null).length;
  const filled = rooms.filter(({ people }) => people.length > 0);
  const printed = {
    tickets: ticketed,
    cards: ticketed,
    boxCards: ticketed,
    staff: all,
    supervision: data.supervisors,
    codes: codes.data?.rooms ?? [],
    chart: filled,
    signIn: filled,
    door: filled,
    desk: filled,
    papers: filled,
    pack: filled,
  };
  const nothing =
    kind === 'codes' && codes.data === undefined ? (
      <HiddenCodesNote seating={data} busy={codes.isPending} onShow={() => codes.mutate()} />
    ) : isCard && !data.published ? (
      <EmptyState title={t('cardsUnpublished')}>{t('cardsLater')}</EmptyState>
    ) : isCard && cards.data === undefined ? (
      <LoadingState query={cards} className="mx-auto h-[80vh] max-w-[210mm] rounded-xl" />
    ) : isCard && cards.data?.variants.every(({ sections }) => sections.length === 0) ? (
      <EmptyState title={t('cardsNoBubbles')}>{t('cardsNoBubblesText')}</EmptyState>
    ) : printed[kind].length === 0 ? (
      <EmptyState title={t('nothingToPrint', { sheet: t(`print_${kind}`) })}>
        {t(kind === 'supervision' ? 'printNeedsSupervisor' : all.length === 0 ? 'printNeedsRooms' : 'printNeedsSeats')}
      </EmptyState>
    ) : undefined;
  return (
    <>
      {unseated > 0 && (
        <div className="mb-3 print:hidden">
          <Strip tone="kept">{t('notSeatedPrint', { n: unseated })}</Strip>
        </div>
      )}
      {isCard && cards.data && <CardNote cards={cards.data} withBoxes={kind === 'boxCards'} />}
      <PrintLayout
        key={kind}
        school={school}
        title={`${data.name} ${t(`print_${kind}`)}`}
        footer={[data.name, ...(data.revision > 0 ? [t('planVersion', { n: data.revision })] : [])].join(' · ')}
        {...(kind !== 'staff' && kind !== 'supervision' && { headless: true as const })}
        {...(kind === 'supervision' && {
          subtitle: `${formatDate(data.startMs)} ${formatTime(data.startMs)}–${formatTime(data.startMs + data.durationMs)}`,
        })}
        nothing={nothing}
        actions={
          <>
            <LinkButton variant="ghost" className="mr-auto" to={`/teacher/exam/exam-plan/seating/${data.id}`}>
              {t('backToSeats')}
            </LinkButton>
            {all.length > 1 && kind !== 'staff' && kind !== 'supervision' && kind !== 'codes' && (
              <Select
                aria-label={t('room')}
                value={params.get('room') ?? 'all'}
                onChange={(value) => put('room', value === 'all' ? '' : value)}
                choices={[{ value: 'all', label: t('allRooms') }, ...all.map(({ room }) => ({ value: String(room.id), label: room.name }))]}
                className="w-40"
              />
            )}
            <Select
              aria-label={t('printKind')}
              value={kind}
              onChange={(value) => {
                codes.reset();
                put('what', value);
              }}
              choices={kinds.map((each) => ({ value: each, label: t(`print_${each}`) }))}
              className="w-52"
            />
          </>
        }
      >
        {isCard && cards.data && <AnswerCardSheet seating={data} cards={cards.data} people={ticketed} />}
        {kind === 'tickets' && <TicketSheet school={school} seating={data} people={ticketed} />}
        {kind === 'codes' && codes.data && <CodeSheet seating={data} codes={codes.data} />}
        {kind === 'staff' && <StaffSheet seating={data} rooms={all} />}
        {kind === 'supervision' && <SupervisionSheet seating={data} />}
        {filled.map((room) =>
          (Object.keys(roomSheets) as (keyof typeof roomSheets)[])
            .filter((each) => kind === each || kind === 'pack')
            .map((each) => {
              const Sheet = roomSheets[each];
              return <Sheet key={`${room.room.id}.${each}`} school={school} seating={data} room={room} />;
            }),
        )}
      </PrintLayout>
    </>
  );
}

const onSheet = 4;

type ReleaseCodes = CallOutput<(typeof examCalls)['showReleaseCodes']>;

/** Says before printing which questions are answered on the paper instead of the card, and what the boxes for written questions are for. */
function CardNote({ cards: { variants }, withBoxes }: { cards: CallOutput<(typeof examCalls)['getAnswerCards']>; withBoxes: boolean }) {
  const { t } = useTranslation('seating');
  const notes = [
    ...(withBoxes && variants.some(({ boxable }) => boxable > 0) ? [t('cardsBoxes')] : []),
    ...(withBoxes && variants.every(({ boxable }) => boxable === 0) ? [t('cardsNothingBoxed')] : []),
    ...(variants.some(({ written }) => written > 0) ? [t(withBoxes ? 'cardsStillWritten' : 'cardsWritten')] : []),
  ];
  return notes.length === 0 ? null : (
    <div className="mb-3 print:hidden">
      <Strip tone="neutral">{notes.join('')}</Strip>
    </div>
  );
}

/** Stands in for the release codes until the user asks to see them: each look at the codes goes into the audit log. */
function HiddenCodesNote({ seating, busy, onShow }: { seating: PlanSeatingView; busy: boolean; onShow: () => void }) {
  const { t } = useTranslation('amend');
  return (
    <EmptyState
      title={t(seating.published ? 'codesHidden' : 'codesUnpublished')}
      {...(seating.published && {
        action: (
          <Button variant="primary" busy={busy} className="print:hidden" onClick={onShow}>
            {t('codesShow')}
          </Button>
        ),
      })}
    >
      {t(seating.published ? 'codesWarn' : 'codesLater')}
    </EmptyState>
  );
}

/** Prints the release codes, one slip a room, to be sealed in envelopes. */
function CodeSheet({ seating, codes }: { seating: PlanSeatingView; codes: ReleaseCodes }) {
  const { t } = useTranslation('amend');
  const roomById = new Map(seating.rooms.map((room) => [room.id, room]));
  const items = codes.rooms.map(({ roomId, name, code }) => {
    const { place = '', location = '' } = roomById.get(roomId) ?? {};
    return { roomId, room: name, place, location, code };
  });
  const sheets = Array.from({ length: Math.ceil(items.length / onSheet) }, (_, at) => items.slice(at * onSheet, (at + 1) * onSheet));
  return sheets.map((slips) => (
    <PrintPage key={slips[0]?.code}>
      {slips.map(({ roomId, room, place, location, code }) => (
        <PrintBlock key={roomId} className="mb-[4mm] border border-dashed border-[#888] px-[6mm] py-[4mm] text-black">
          <p className="num text-[10pt]">
            {seating.name} · {formatDate(seating.startMs)} {formatTime(seating.startMs)}
          </p>
          <div className="flex items-baseline justify-between gap-[6mm]">
            <p className="font-serif text-[20pt] font-bold">{room === '' ? t('codesNoRoom') : room}</p>
            <p className="text-[10pt]">{[place, location].filter(Boolean).join(' ')}</p>
          </div>
          <div className="mt-[2mm] flex items-center justify-between gap-[6mm]">
            <div>
              <p className="text-[10pt]">{t('codes')}</p>
              <p className="font-mono text-[26pt] font-bold tracking-[0.08em]">{code}</p>
              <p className="mt-[1mm] text-[9.5pt]">{t('codesUse')}</p>
            </div>
            <div className="w-[24mm] flex-none">
              <QrPicture text={code} label={t('codePicture')} />
            </div>
          </div>
          <p className="mt-[3mm] flex justify-between text-[9.5pt]">
            <span>{t('codesOpenedBy')} ________________</span>
            <span>{t('codesOpenedAt')} ________________</span>
          </p>
        </PrintBlock>
      ))}
    </PrintPage>
  ));
}
