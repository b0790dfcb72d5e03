import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatDate, fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DateTimeField } from '../../../ui/date/date-field.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberInput } from '../../../ui/form/form-fields.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import type { ExamPlan } from '../exam-plan-queries.ts';
import { PlanReasonDialog } from '../parts/board-action-dialog.tsx';
import { OptionsPicker, createOptionSource } from '../../../platform/api/option-picker.tsx';
import { useNow } from '../../../ui/use-now.ts';

const minuteMs = 60_000;
const minuteFields = ['durationMs', 'entryLimitMs', 'earliestHandInMs'] as const;
const labels = { durationMs: 'durationMinutes', entryLimitMs: 'entryLimit', earliestHandInMs: 'earliestHandIn' } as const;

/** Revises a published exam. Everyone concerned is notified with the reason, and their PCs update. */
export function AmendButton({ plan }: { plan: ExamPlan }) {
  const { t: say } = useTranslation('amend');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>
        <PencilLine aria-hidden />
        {say('amend')}
      </Button>
      {isAsking && <AmendDialog plan={plan} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function AmendDialog({ plan, onClose }: { plan: ExamPlan; onClose: () => void }) {
  const { t } = useTranslation('examPlan');
  const { t: say } = useTranslation('amend');
  const nowMs = useNow();
  const [start, setStart] = useState(toLocalInput(plan.startMs));
  const [minutes, setMinutes] = useState({
    durationMs: plan.durationMs / minuteMs,
    entryLimitMs: plan.entryLimitMs / minuteMs,
    earliestHandInMs: plan.earliestHandInMs / minuteMs,
  });
  const [notice, setNotice] = useState(plan.notice);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [joining, setJoining] = useState<number[]>([]);
  const rooms = useCall('/examRoom/getOptions', {}, { quiet: true, enabled: plan.roomIds.length > 0 });
  const startMs = fromLocalInput(start);
  const badStart = startMs === null ? t('badDate') : startMs !== plan.startMs && startMs <= nowMs ? t('pastStart') : undefined;
  const faultOf = (name: (typeof minuteFields)[number]): string | undefined => {
    const value = minutes[name];
    if (!Number.isInteger(value) || value < (name === 'durationMs' ? 1 : 0) || value > 720) return t('badMinutes');
    return value > minutes.durationMs ? t('beyondDuration') : undefined;
  };
  const moved = from !== '' && to !== '';
  const hasChanges =
    startMs !== plan.startMs ||
    notice !== plan.notice ||
    minuteFields.some((name) => minutes[name] * minuteMs !== plan[name]) ||
    moved ||
    joining.length > 0;
  const describeRoom = (id: number): string => {
    const room = rooms.data?.items.find((one) => one.id === id);
    return room === undefined ? '' : [room.place, room.name, t('roomSeats', { n: room.seatCount })].filter(Boolean).join(' · ');
  };
  return (
    <PlanReasonDialog
      title={say('amendTitle', { name: plan.name, n: plan.revision + 1 })}
      confirm={say('amendDo')}
      tone="primary"
      hint={say('amendReasonHint')}
      blocked={!hasChanges || badStart !== undefined || minuteFields.some((name) => faultOf(name) !== undefined)}
      run={(reason, quiet) =>
        makeCall(
          '/exam/amend',
          {
            id: plan.id,
            version: plan.version,
            reason,
            ...(startMs !== null && { startMs }),
            durationMs: minutes.durationMs * minuteMs,
            entryLimitMs: minutes.entryLimitMs * minuteMs,
            earliestHandInMs: minutes.earliestHandInMs * minuteMs,
            notice,
            ...(joining.length > 0 && { join: joining }),
            ...(moved && { rooms: [{ from: Number(from), to: Number(to) }] }),
          },
          quiet,
        )
      }
      onClose={onClose}
    >
      <p className="text-sm leading-relaxed text-muted-foreground">{say('amendWhat', { count: plan.examineeCount })}</p>
      <Field label={t('start')} required error={badStart}>
        {(field) => <DateTimeField {...field} value={start} onChange={setStart} min={formatDate(nowMs)} />}
      </Field>
      <div className="grid grid-cols-3 items-end gap-3">
        {minuteFields.map((name) => (
          <Field key={name} label={t(labels[name])} error={faultOf(name)}>
            {(field) => (
              <NumberInput
                {...field}
                min={0}
                max={720}
                value={minutes[name]}
                onChange={(value) => setMinutes((before) => ({ ...before, [name]: value }))}
              />
            )}
          </Field>
        ))}
      </div>
      {plan.roomIds.length > 0 && (
        <div className="grid grid-cols-2 gap-3">
          <Field label={say('amendRoomFrom')} hint={say('amendRoomHint')}>
            {({ 'aria-required': _required, ...field }) => (
              <Select
                {...field}
                value={from}
                onChange={setFrom}
                placeholder={say('amendRoomNone')}
                choices={plan.roomIds.map((id) => ({ value: String(id), label: describeRoom(id) }))}
              />
            )}
          </Field>
          <Field label={say('amendRoomTo')}>
            {({ 'aria-required': _required, ...field }) => (
              <Select
                {...field}
                value={to}
                onChange={setTo}
                placeholder={say('amendRoomNone')}
                choices={(rooms.data?.items ?? [])
                  .filter((room) => room.open && !plan.roomIds.includes(room.id))
                  .map((room) => ({ value: String(room.id), label: describeRoom(room.id) }))}
              />
            )}
          </Field>
        </div>
      )}
      <JoinField chosen={joining} onChange={setJoining} examineeIds={new Set(plan.examinees.map((one) => one.userId))} />
      <Field label={t('notice')} hint={t('noticeHint')}>
        {(field) => <Textarea {...field} rows={3} maxLength={4000} value={notice} onChange={(event) => setNotice(event.target.value)} />}
      </Field>
    </PlanReasonDialog>
  );
}

const examinees = createOptionSource('/user/getExamUserList', {
  chosen: '/user/getListByIds',
  optionOf: ({ id, name, student_no, ticket_no, login_name }) => ({
    value: String(id),
    label: name,
    note: student_no || ticket_no || login_name,
  }),
});

interface JoinFieldProps {
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  /** Ids of the users who are examinees of the exam already. */
  examineeIds: ReadonlySet<number>;
}

/** Adds examinees to a published exam. */
function JoinField({ chosen, onChange, examineeIds }: JoinFieldProps) {
  const { t } = useTranslation('amend');
  return (
    <Field label={t('amendJoin')} hint={t('amendJoinHint')}>
      {(field) => (
        <OptionsPicker
          {...field}
          source={examinees}
          placeholder={t('amendJoinPick')}
          values={chosen}
          onChange={onChange}
          without={examineeIds}
        />
      )}
    </Field>
  );
}
