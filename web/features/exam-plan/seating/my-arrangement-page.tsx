import { useAtomValue } from 'jotai';
import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { getSchoolLogo } from '../../../platform/session/session-user.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { PrintOnly } from '../../../ui/print/print-layout.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Ticket } from './ticket-sheet.tsx';
import type { OwnExamArrangement } from '../seating-queries.ts';
import { cn } from '../../../lib/cn.ts';
import { RoomPicture } from '../../../ui/entity/room-picture.tsx';

/** Frame of the read-only pages on an examinee's own exams; `children` renders one exam. */
function MyArrangement({ title, children }: { title?: string; children: (exam: OwnExamArrangement) => ReactNode }) {
  const { t } = useTranslation('myArrangement');
  const { data, error, refetch } = useCall('/exam/myArrangement', {});
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={title} />
      {data === undefined && <LoadingState query={{ error, refetch }} className="h-48 rounded-xl" />}
      {data?.items.length === 0 && <EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
      {data?.items.map((exam) => (
        <Panel
          key={exam.planId}
          title={exam.name}
          aside={
            <span className="num text-[13px] text-muted-foreground">
              {formatDateTime(exam.startMs)}–{formatTime(exam.startMs + exam.durationMs)}
            </span>
          }
          bodyClassName="px-4 py-3.5"
        >
          {children(exam)}
        </Panel>
      ))}
    </div>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="num grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-[13px] text-muted-foreground">{label}</dt>
          <dd>{value === '' ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows where each exam takes place: address, directions and phone. */
export function MyPlacePage() {
  const { t } = useTranslation('myArrangement');
  return (
    <MyArrangement title={t('place')}>
      {({ room }) =>
        room === null ? (
          <p className="text-muted-foreground">{t('online')}</p>
        ) : (
          <Facts
            facts={[
              [t('place'), room.place],
              [t('address'), room.address],
              [t('way'), room.way],
              [t('phone'), room.phone],
            ]}
          />
        )
      }
    </MyArrangement>
  );
}

/** Shows the room of each exam with the examinee's own seat. */
export function MyRoomPage() {
  const { t } = useTranslation('myArrangement');
  return (
    <MyArrangement title={t('room')}>
      {(exam) => (
        <div className="flex flex-col gap-3.5">
          {exam.draw !== null && <MyDraw draw={exam.draw} />}
          {exam.room !== null && <MyRoom exam={exam} />}
          {exam.room === null && exam.draw === null && <p>{t('online')}</p>}
        </div>
      )}
    </MyArrangement>
  );
}

/** Shows the examinee's own task sheet and stations, once their draw is published. */
function MyDraw({ draw }: { draw: NonNullable<OwnExamArrangement['draw']> }) {
  const { t } = useTranslation('myArrangement');
  return (
    <Facts
      facts={[
        [t('taskSheet'), <b key="sheet">{draw.sheet}</b>],
        ...draw.visits.map(
          ({ station, startMs, endMs }) => [`${formatDateTime(startMs)}–${formatTime(endMs)}`, <b key={startMs}>{station}</b>] as const,
        ),
      ]}
    />
  );
}

/** Names the invigilators of each exam. */
export function MyInvigilatorsPage() {
  const { t } = useTranslation(['myArrangement', 'words']);
  return (
    <MyArrangement>
      {({ room, invigilators }) => (
        <Facts
          facts={[
            [t('room'), room?.name ?? t('online')],
            [t('words:invigilators'), joinWords(invigilators)],
          ]}
        />
      )}
    </MyArrangement>
  );
}

/** Names the marker groups of each exam. */
export function MyMarkersPage() {
  const { t } = useTranslation(['myArrangement', 'words']);
  return (
    <MyArrangement title={t('markers')}>
      {({ markerGroups }) => <Facts facts={[[t('words:markerGroups'), joinWords(markerGroups)]]} />}
    </MyArrangement>
  );
}

/** Shows the examinee's own data as registered for each exam, and prints the admission ticket. */
export function MyTicketPage() {
  const { t } = useTranslation('myArrangement');
  const user = useAtomValue(sessionUserAtom);
  const [printing, setPrinting] = useState<number | null>(null);
  const school = { title: user?.school_title ?? '', logo: user === null ? '' : getSchoolLogo(user) };
  return (
    <MyArrangement title={t('ticket')}>
      {(exam) => (
        <div className="flex flex-col gap-3">
          <div className="overflow-x-auto rounded-lg border bg-white p-[6mm]">
            <Ticket school={school} seating={{ ...exam, id: exam.planId }} person={exam.me} room={exam.room ?? undefined} />
          </div>
          <Button className="self-end" onClick={() => setPrinting(exam.planId)}>
            <Printer aria-hidden />
            {t('print')}
          </Button>
          {printing === exam.planId && (
            <PrintOnly onDone={() => setPrinting(null)}>
              <style>{'@page { size: A4 portrait; margin: 14mm; }'}</style>
              <Ticket school={school} seating={{ ...exam, id: exam.planId }} person={exam.me} room={exam.room ?? undefined} />
            </PrintOnly>
          )}
        </div>
      )}
    </MyArrangement>
  );
}

/** Shows the room with the examinee's own seat, and no other examinee's name. */
function MyRoom({ exam: { room, seatNo, me } }: { exam: OwnExamArrangement }) {
  const { t } = useTranslation('myArrangement');
  const { t: word } = useTranslation('seats');
  if (room === null) return null;
  return (
    <div className="flex flex-col gap-3.5">
      <p className="num">
        <b className="text-lg font-semibold">{me.seatLabel}</b>
        <span className="ml-3 text-muted-foreground">{[room.place, room.location].filter(Boolean).join(' ')}</span>
      </p>
      <RoomPicture room={room} label={t('roomPicture', { room: room.name, seat: me.seatLabel })} className="max-w-2xl">
        {({ key, seat, mark }) => {
          const isOwnSeat = seat !== undefined && seat.no === seatNo;
          return (
            <div
              key={key}
              {...(isOwnSeat && { 'aria-current': true })}
              className={cn(
                'num grid min-h-9 place-items-center rounded-md border text-[13px]',
                seat === undefined && 'border-dashed text-muted-foreground',
                isOwnSeat && 'border-primary bg-primary font-bold text-primary-foreground',
              )}
            >
              {seat !== undefined
                ? isOwnSeat
                  ? t('mySeat', { n: seat.no })
                  : seat.no
                : mark !== undefined && mark !== 'gap' && word(mark)}
            </div>
          );
        }}
      </RoomPicture>
    </div>
  );
}
