import { useTranslation } from '../../../lib/i18n.ts';
import { computeStaffNeeded } from '../../../../sync/domain/exams/staff-needed.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { StaffChoice } from '../../../platform/choices/staff-choice.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { planCallPrefixes } from '../exam-plan-queries.ts';
import { PlanStepsBar } from '../frame/plan-steps-bar.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { joinRoomsWithPeople, type RoomWithPeople, type PlanSeatingView } from '../seating-queries.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/primitives/button.tsx';

/** /teacher/exam/invigilator: the invigilators of each room of a plan, and rooms with too few invigilators. */
export function InvigilatorPage() {
  return (
    <PlanChoice>
      {(seating) => (
        <>
          {!seating.published && <PlanStepsBar planId={seating.id} currentSteps={['staff']} />}
          <Staff seating={seating} />
          <SupervisorPanel seating={seating} />
        </>
      )}
    </PlanChoice>
  );
}

function Staff({ seating }: { seating: PlanSeatingView }) {
  const { t } = useTranslation('seating');
  if (seating.rooms.length === 0)
    return (
      <EmptyState title={t('noRooms')} action={<LinkButton to={`/teacher/exam/exam-plan/item/${seating.id}`}>{seating.name}</LinkButton>}>
        {t('noRoomsText')}
      </EmptyState>
    );
  return (
    <>
      <p className="-mt-1 text-[13px] text-muted-foreground">{t('staffRule')}</p>
      <div className="grid gap-3.5 lg:grid-cols-2 2xl:grid-cols-3">
        {joinRoomsWithPeople(seating).map((room) => (
          <RoomStaff key={room.room.id} seating={seating} of={room} />
        ))}
      </div>
    </>
  );
}

function RoomStaff({ seating, of: { room, people } }: { seating: PlanSeatingView; of: RoomWithPeople }) {
  const { t } = useTranslation('seating');
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const set = useAction({
    mutationFn: ({ userId, isOnDuty }: { userId: number; isOnDuty: boolean }) =>
      makeCall('/exam/setStaff', { planId: seating.id, roomId: room.id, userId, on: isOnDuty }),
    onSettled: () => invalidate(...planCallPrefixes),
  });
  const staff = seating.staff.filter((one) => one.roomId === room.id);
  const needed = computeStaffNeeded(seating.part, people.length);
  const elsewhere = new Map(seating.staff.filter((one) => one.roomId !== room.id).map((one) => [one.id, one.roomId]));
  const roomName = (id: number) => seating.rooms.find((one) => one.id === id)?.name ?? '';
  return (
    <Panel
      title={
        <>
          {room.name}{' '}
          <span className="ml-1.5 text-[13px] font-normal text-muted-foreground">
            {[room.place, room.location].filter(Boolean).join(' · ')}
          </span>
        </>
      }
      aside={
        staff.length >= needed ? (
          <Chip tone="delivered" mark="dot" className="num">
            {t('staffNeeded', { n: staff.length, of: needed })}
          </Chip>
        ) : (
          <Chip tone="kept" mark="ring" className="num">
            {t('staffShort', { n: needed - staff.length })}
          </Chip>
        )
      }
      bodyClassName="flex flex-col gap-2.5 px-3.5 py-3"
    >
      <p className="num text-[13px] text-muted-foreground">{t('people', { n: people.length })}</p>
      {staff.length === 0 ? (
        <p className="text-[13px] text-muted-foreground">{t('staffNone')}</p>
      ) : (
        <ul className="flex flex-col">
          {staff.map((one) => (
            <li key={one.id} className="border-b last:border-b-0">
              <DutyRow
                name={one.name}
                confirmedMs={one.confirmedMs}
                note={
                  elsewhere.has(one.id) && (
                    <Chip tone="kept" mark="square">
                      {t('staffIn', { room: roomName(elsewhere.get(one.id) ?? 0) })}
                    </Chip>
                  )
                }
                dropLabel={t('staffDrop', { name: one.name })}
                onDrop={mayChange ? () => set.mutate({ userId: one.id, isOnDuty: false }) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <StaffChoice
          duty="invigilator"
          aria-label={t('staffAdd', { room: room.name })}
          placeholder={t('staffAddHint')}
          value={null}
          without={staff.map((one) => one.id)}
          noteOf={(id) => (elsewhere.has(id) ? t('staffIn', { room: roomName(elsewhere.get(id) ?? 0) }) : undefined)}
          onChange={(userId) => userId !== null && set.mutate({ userId, isOnDuty: true })}
        />
      )}
    </Panel>
  );
}

/** Appoints the internal supervisors of a plan (staff who watch the exam and write a report), and shows their reports. */
function SupervisorPanel({ seating }: { seating: PlanSeatingView }) {
  const { t } = useTranslation('seating');
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const set = useAction({
    mutationFn: ({ userId, on }: { userId: number; on: boolean }) => makeCall('/exam/setSupervisor', { planId: seating.id, userId, on }),
    onSettled: () => invalidate(...planCallPrefixes),
  });
  return (
    <Panel title={t('supervisors')} bodyClassName="flex flex-col gap-2.5 px-3.5 py-3">
      <p className="text-[13px] text-muted-foreground">{t('supervisorsText')}</p>
      <ul className="flex flex-col">
        {seating.supervisors.map((one) => (
          <li key={one.id} className="border-b py-1.5 last:border-b-0">
            <DutyRow
              name={one.name}
              confirmedMs={one.confirmedMs}
              dropLabel={t('supervisorDrop', { name: one.name })}
              onDrop={mayChange && one.report === null ? () => set.mutate({ userId: one.id, on: false }) : undefined}
            />
            {one.otherDuty !== null && <Strip tone="kept">{t(`supervisor_${one.otherDuty}`)}</Strip>}
            {one.report !== null && (
              <div className="flex flex-col gap-1 text-sm">
                <p className="num font-medium">
                  {t(`report_${one.report.conclusion}`)}{' '}
                  {one.reportedMs !== null && <span className="font-normal text-muted-foreground">{formatDateTime(one.reportedMs)}</span>}
                </p>
                <p className="whitespace-pre-wrap">{one.report.observed}</p>
                {one.report.advice !== '' && <p className="whitespace-pre-wrap">{t('reportAdvice', { text: one.report.advice })}</p>}
              </div>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <StaffChoice
          duty="invigilator"
          aria-label={t('supervisorAdd')}
          placeholder={t('supervisorAdd')}
          value={null}
          without={seating.supervisors.map((one) => one.id)}
          onChange={(userId) => userId !== null && set.mutate({ userId, on: true })}
        />
      )}
    </Panel>
  );
}

interface DutyRowProps {
  name: string;
  /** When the person confirmed the duty; null while that is awaited. */
  confirmedMs: number | null;
  /** Content shown before the state of the person's confirmation. */
  note?: ReactNode;
  /** Accessible name of the button that takes the duty away. */
  dropLabel: string;
  /** Takes the duty away. Without this callback, no button is shown. */
  onDrop?: (() => void) | undefined;
}

/** Shows a person with a duty in a plan, whether they confirmed it, and the button that takes it away. */
function DutyRow({ name, confirmedMs, note, dropLabel, onDrop }: DutyRowProps) {
  const { t } = useTranslation('seating');
  return (
    <div className="flex min-h-9 items-center gap-2">
      <span className="min-w-0 grow truncate font-medium">{name}</span>
      {note}
      <Chip tone={confirmedMs === null ? 'neutral' : 'delivered'} mark={confirmedMs === null ? 'ring' : 'dot'}>
        {t(confirmedMs === null ? 'staffWaiting' : 'staffConfirmed')}
      </Chip>
      {onDrop && (
        <Button variant="ghost" size="iconSm" repeats={false} aria-label={dropLabel} onClick={onDrop}>
          <X aria-hidden />
        </Button>
      )}
    </div>
  );
}
