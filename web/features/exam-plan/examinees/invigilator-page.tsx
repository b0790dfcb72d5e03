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
import { DutyRow } from './duty-row.tsx';
import { SupervisorPanel } from './supervisor-panel.tsx';
import { PlanChoice } from '../plan/plan-choice.tsx';
import { joinRoomsWithPeople, type RoomWithPeople, type PlanSeatingView } from '../seating/seating-queries.ts';

/** /teacher/exam/invigilator: the invigilators of each room of a plan, and rooms with too few invigilators. */
export function InvigilatorPage() {
  const { t } = useTranslation(['seating', 'app']);
  return (
    <PlanChoice title={t('app:titles.invigilators')}>
      {(seating) => (
        <>
          {!seating.published && <PlanStepsBar planId={seating.id} at={['staff']} />}
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
    mutationFn: ({ userId, on }: { userId: number; on: boolean }) =>
      makeCall('/exam/setStaff', { planId: seating.id, roomId: room.id, userId, on }),
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
                onDrop={mayChange ? () => set.mutate({ userId: one.id, on: false }) : undefined}
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
          onChange={(userId) => userId !== null && set.mutate({ userId, on: true })}
        />
      )}
    </Panel>
  );
}
