import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { invigilationCalls } from '../../../../sync/contract/exams/invigilation.ts';
import { isWaitingForStaff } from '../../../../sync/domain/exams/room-command-machine.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { planCallPrefixes } from '../exam-plan-queries.ts';
import type { RoomCommand } from '../../../../sync/contract/exams/room-command.ts';
import { padTwoDigits } from '../../../../sync/domain/numbers.ts';

type OpenAct = CallOutput<(typeof invigilationCalls)['getOpenActs']>['items'][number];

const getActKey = (one: OpenAct): string => `${one.streamId}:${one.seq}:${one.attemptId}`;

/** Lists the room commands of tablets that need a staff decision, each with the facts for and against it. */
export function OpenRoomCommands({ planId }: { planId: number }) {
  const { t } = useTranslation('offline');
  const { data, error, refetch } = useCall('/invigilation/getOpenActs', { planId }, { quiet: true });
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-40 rounded-xl" />;
  const waitingItems = data.items.filter((one) => isWaitingForStaff(one.fate));
  const settled = data.items.filter((one) => !isWaitingForStaff(one.fate));
  return (
    <>
      <Panel
        title={t('acts')}
        aside={<Chip tone={waitingItems.length > 0 ? 'kept' : 'delivered'}>{t('actsLeft', { count: waitingItems.length })}</Chip>}
      >
        {waitingItems.length === 0 && <EmptyState title={t('actsNone')}>{t('actsNoneText')}</EmptyState>}
        <ul className="divide-y">
          {waitingItems.map((one) => (
            <li key={getActKey(one)} className="flex flex-col gap-3 px-4 py-3.5">
              <Evidence command={one} />
              <Decide command={one} planId={planId} />
            </li>
          ))}
        </ul>
      </Panel>
      {settled.length > 0 && (
        <Panel title={t('actsSettled')}>
          <ul className="divide-y">
            {settled.map((one) => (
              <li key={getActKey(one)} className="px-4 py-3">
                <Evidence command={one} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Evidence({ command: one }: { command: OpenAct }) {
  const { t } = useTranslation('offline');
  const afterMin = Math.round((one.receivedMs - one.deadlineMs) / 60_000);
  const minutes = one.act.kind === 'extend' ? t('actMinutes', { n: Math.round(one.act.ms / 60_000) }) : '';
  const facts: readonly (readonly [string, string])[] = [
    [t('actBy'), one.by],
    [t('actAtTablet'), formatDateTime(one.wallMs)],
    [t('actReceived'), [formatDateTime(one.receivedMs), afterMin > 0 ? t('actAfter', { n: afterMin }) : t('actBefore')].join(' · ')],
    ...(one.act.kind === 'extend' ? [[t('actPc'), t(one.confirmed ? 'actConfirmed' : 'actUnconfirmed')] as const] : []),
    [t('actWhy'), t(`actFate_${one.fate}`)],
  ];
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <b className="font-semibold">{[t(`act_${one.act.kind}`), minutes].filter(Boolean).join(' ')}</b>
        <span className="num">{`${one.roomName} ${padTwoDigits(one.seatNo)} ${one.name}`}</span>
        <span className="text-muted-foreground">{getCommandText(one.act)}</span>
      </p>
      <dl className="num grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 text-[13px] sm:grid-cols-[auto_1fr_auto_1fr]">
        {facts.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-muted-foreground">{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Decide({ command: one, planId }: { command: OpenAct; planId: number }) {
  const { t } = useTranslation('offline');
  const invalidate = useInvalidate();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const decide = useAction({
    mutationFn: (accept: boolean) => {
      const { roomId, streamId, seq, attemptId } = one;
      return makeCall(
        '/invigilation/decideAct',
        { planId, roomId, streamId, seq, attemptId, accept, reason: reason.trim() },
        { quiet: true },
      );
    },
    onSuccess: () => invalidate(...planCallPrefixes),
  });
  const press = (accept: boolean): void => {
    setTried(true);
    if (reason.trim() !== '' && !decide.isPending) decide.mutate(accept);
  };
  return (
    <div className="flex flex-wrap items-end gap-2.5">
      <Field
        label={t('actReason')}
        required
        className="min-w-64 grow"
        error={tried && reason.trim() === '' ? t('actNeedReason') : undefined}
      >
        {(field) => <Input {...field} maxLength={400} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
      <Button variant="primary" busy={decide.isPending && decide.variables} disabled={decide.isPending} onClick={() => press(true)}>
        {t('actAccept')}
      </Button>
      <Button busy={decide.isPending && !decide.variables} disabled={decide.isPending} onClick={() => press(false)}>
        {t('actRefuse')}
      </Button>
      {decide.error instanceof CallFailure && <Strip tone="seal">{decide.error.message}</Strip>}
    </div>
  );
}

/** Returns the free text that an invigilator wrote in a room command (reason, text or note), or an empty string. */
export const getCommandText = (act: RoomCommand): string =>
  'reason' in act ? act.reason : 'text' in act ? act.text : 'note' in act ? act.note : '';
