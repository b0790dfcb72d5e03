import { CircleCheck, CircleDashed } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { examUserStatus } from '../../../../sync/contract/codes.ts';
import { cn } from '../../../lib/cn.ts';
import { formatDateTime, formatTime, fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';
import { browserRandom } from '../../../platform/browser-ports.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { type ExamPlan, type PlanExaminee, planCallPrefixes } from '../exam-plan-queries.ts';
import { type ConditionState, type ReleaseCondition, listReleaseConditions } from './release-conditions.ts';
import { BoardActionDialog, type BoardActionRequest, PlanReasonDialog } from '../parts/board-action-dialog.tsx';
import { DateTimeField } from '../../../ui/date/date-field.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { countAnswersToDecide } from '../../../../sync/domain/papers/answer-proposal.ts';

const formatNames = (examinees: readonly PlanExaminee[]): string =>
  joinWords(examinees.slice(0, 4).map((each) => each.name)) + (examinees.length > 4 ? '…' : '');

const inks: Record<ConditionState, string> = { met: 'text-delivered', open: 'text-kept-ink', unchecked: 'text-muted-foreground' };

interface ConditionProps {
  state: ConditionState;
  title: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
}

function Condition({ state, title, text, children }: ConditionProps) {
  const Sign = state === 'met' ? CircleCheck : CircleDashed;
  return (
    <li className={cn('flex items-start gap-2.5 border-b px-3.5 py-2.5', state === 'open' && 'bg-kept-soft')}>
      <Sign aria-hidden className={cn('mt-0.5 size-[18px] shrink-0', inks[state])} />
      <div className="min-w-0 grow">
        <p className="num text-sm">{title}</p>
        {text !== undefined && (
          <p className={cn('num text-[13px]', state === 'open' ? 'text-kept-ink' : 'text-muted-foreground')}>{text}</p>
        )}
      </div>
      {children !== undefined && <div className="flex shrink-0 gap-1.5">{children}</div>}
    </li>
  );
}

/** Shows the release blockers (reasons why scores cannot be released yet), and releases the scores. A release cannot be taken back. */
export function ReleasePanel({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation(['examPlan', 'words']);
  const mayChange = useCanChangeData();
  const [actionRequest, setActionRequest] = useState<BoardActionRequest | null>(null);
  const [openDialog, setOpenDialog] = useState<'release' | 'inSpite' | 'rule' | null>(null);
  const conditions = listReleaseConditions(plan.examinees);
  const { time, delivery, nothingCame, marking } = conditions;
  const undecided = plan.examinees.filter((each) => countAnswersToDecide(each) > 0);
  const unconfirmed = plan.examinees.filter((each) => each.unconfirmedAbsent);
  const cheating = plan.examinees.filter((each) => each.status === examUserStatus.cheating);
  const waived = plan.examinees.filter((each) => each.waiver !== null);
  const open = Object.values(conditions).filter((each) => each.state === 'open').length;
  const met = Object.values(conditions).filter((each) => each.state === 'met').length;
  const endMs = plan.startMs + plan.durationMs;
  const lastMs = Math.max(...time.people.map((each) => each.extensionMs), 0);
  const { releasedMs, releasedBy, reason, rule, atMs, reviewDays } = plan.release;
  const askWaive = (examinees: readonly PlanExaminee[]) => setActionRequest({ kind: 'waive', examinees, actId: browserRandom.uuid() });
  const renderOutstanding = ({ state, people }: ReleaseCondition, texts: Record<ConditionState, string>, filter: string) => (
    <Condition state={state} title={texts[state]} text={state === 'open' ? formatNames(people) : undefined}>
      {state === 'open' && (
        <>
          <LinkButton size="sm" to={`/teacher/exam/exam-plan/item/${plan.id}?concern=${filter}`}>
            {t('words:view')}
          </LinkButton>
          {mayChange && releasedMs === null && (
            <Button size="sm" onClick={() => askWaive(people)}>
              {t('act.waive.do')}
            </Button>
          )}
        </>
      )}
    </Condition>
  );
  return (
    <Panel
      className="print:hidden"
      title={
        <span className="flex items-center gap-2.5">
          {t('release')}
          <Chip tone={releasedMs !== null ? 'delivered' : open > 0 ? 'kept' : 'primary'} mark={releasedMs !== null ? 'dot' : 'ring'}>
            {releasedMs !== null ? t('isReleased') : open > 0 ? t('releaseWaits', { count: open }) : t('releaseReady')}
          </Chip>
        </span>
      }
      aside={<span className="num text-[13px] text-muted-foreground">{t('releaseMet', { n: met, of: 4 })}</span>}
    >
      <ul>
        <Condition
          state={time.state}
          title={time.state === 'met' ? t('timeOver') : t('timeRuns', { count: time.people.length })}
          text={lastMs > 0 ? t('timeWithExtension', { time: formatTime(endMs + lastMs) }) : t('ends', { time: formatDateTime(endMs) })}
        />
        {renderOutstanding(
          delivery,
          { met: t('allDelivered'), open: t('notDelivered', { count: delivery.people.length }), unchecked: t('deliveryUnchecked') },
          'incomplete',
        )}
        {renderOutstanding(
          nothingCame,
          { met: t('allCame'), open: t('nothingCame', { count: nothingCame.people.length }), unchecked: t('cameUnchecked') },
          'nothingCame',
        )}
        {renderOutstanding(
          marking,
          { met: t('allMarked'), open: t('notMarked', { count: marking.people.length }), unchecked: t('markingUnchecked') },
          'unmarked',
        )}
        {undecided.length > 0 && (
          <Condition state="open" title={t('undecidedPeople', { count: undecided.length })} text={t('undecidedHint')}>
            <LinkButton size="sm" to={`/teacher/exam/exam-plan/user/${plan.id}/${undecided[0]?.userId ?? 0}`}>
              {t('decideNow')}
            </LinkButton>
          </Condition>
        )}
        <Condition
          state="met"
          title={t('registered')}
          text={t('registeredCounts', { absent: unconfirmed.length, cheating: cheating.length, waived: waived.length })}
        />
      </ul>
      <div className="flex flex-col gap-3 px-3.5 py-3">
        <p className="num text-[13px] leading-relaxed text-muted-foreground">
          {releasedMs === null
            ? `${atMs === null || rule === 'byHand' ? t(`releaseRuleNotes.${rule}`) : t('releaseAtNote', { time: formatDateTime(atMs) })} ${t('reviewDaysNote', { count: reviewDays })}`
            : [
                releasedBy === ''
                  ? t('releasedByRule', { time: formatDateTime(releasedMs) })
                  : t('releasedByName', { time: formatDateTime(releasedMs), name: releasedBy }),
                ...(reason === '' ? [] : [t('releaseReason', { reason })]),
                t('cannotUnrelease'),
              ].join(' ')}
        </p>
        {mayChange && releasedMs === null && (
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" className="grow" disabled={open > 0} onClick={() => setOpenDialog('release')}>
              {t('releaseNow')}
            </Button>
            <Button onClick={() => setOpenDialog('rule')}>{t('releaseSet')}</Button>
            {open > 0 && (
              <Button
                variant="seal"
                className="grow"
                disabled={time.state === 'open' || marking.state === 'open'}
                onClick={() => setOpenDialog('inSpite')}
              >
                {t('releaseInSpite')}
              </Button>
            )}
          </div>
        )}
      </div>
      {openDialog === 'release' && (
        <ConfirmDialog
          title={t('releaseTitle', { name: plan.name })}
          confirm={t('releaseNow')}
          tone="sealSolid"
          run={(quiet) => makeCall('/exam/releaseScores', { id: plan.id }, quiet)}
          invalidates={planCallPrefixes}
          doneText={t('scoresReleased')}
          onClose={() => setOpenDialog(null)}
        >
          <p>{t('releaseWhat', { count: plan.examineeCount })}</p>
          {undecided.length > 0 && <p className="mt-2 text-kept-ink">{t('releaseUndecided', { count: undecided.length })}</p>}
        </ConfirmDialog>
      )}
      {openDialog === 'inSpite' && (
        <PlanReasonDialog
          title={t('inSpiteTitle', { name: plan.name })}
          confirm={t('releaseInSpite')}
          tone="sealSolid"
          run={(because, quiet) => makeCall('/exam/releaseScores', { id: plan.id, inSpite: { reason: because } }, quiet)}
          onClose={() => setOpenDialog(null)}
        >
          <p className="text-sm leading-relaxed text-muted-foreground">{t('inSpiteWhat')}</p>
          <p className="text-sm text-kept-ink">{formatNames([...delivery.people, ...nothingCame.people])}</p>
        </PlanReasonDialog>
      )}
      {openDialog === 'rule' && <ReleaseRuleDialog plan={plan} onClose={() => setOpenDialog(null)} />}
      {actionRequest !== null && (
        <BoardActionDialog key={actionRequest.actId} plan={plan} request={actionRequest} onClose={() => setActionRequest(null)} />
      )}
    </Panel>
  );
}

type Choice = 'byHand' | 'whenOver' | 'atTime';
const dayMs = 86_400_000;
const mostDays = 60;

/** Sets how scores are released (by hand, automatically, or at a time) and how many days examinees may ask for a review. */
export function ReleaseRuleDialog({ plan, onClose }: { plan: ExamPlan; onClose: () => void }) {
  const { t } = useTranslation(['examPlan', 'words']);
  const { rule, atMs, reviewDays } = plan.release;
  const endMs = plan.startMs + plan.durationMs;
  const [choice, setChoice] = useState<Choice>(rule === 'byHand' ? 'byHand' : atMs === null ? 'whenOver' : 'atTime');
  const [when, setWhen] = useState(toLocalInput(atMs ?? endMs + dayMs));
  const [days, setDays] = useState(String(reviewDays));
  const whenMs = fromLocalInput(when);
  const isWhenGood = choice !== 'atTime' || (whenMs !== null && whenMs >= endMs);
  const areDaysGood = /^\d{1,2}$/.test(days) && Number(days) >= 1 && Number(days) <= mostDays;
  return (
    <ActionDialog
      title={t('releaseSetTitle')}
      confirm={t('words:save')}
      ready={isWhenGood && areDaysGood}
      run={(quiet) =>
        makeCall(
          '/exam/setRelease',
          {
            id: plan.id,
            rule: choice === 'byHand' ? 'byHand' : 'whenOver',
            atMs: choice === 'atTime' ? whenMs : null,
            reviewDays: Number(days),
          },
          quiet,
        )
      }
      invalidates={planCallPrefixes}
      doneText={t('words:saved')}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          <RadioGroup
            aria-label={t('releaseRule')}
            value={choice}
            onValueChange={(value) => setChoice(value as Choice)}
            className="flex-col"
          >
            <Radio value="byHand" label={t('releaseRules.byHand')} hint={t('releaseRuleHints.byHand')} />
            <Radio value="whenOver" label={t('releaseRules.whenOver')} hint={t('releaseRuleHints.whenOver')} />
            <Radio value="atTime" label={t('releaseAtTime')} hint={t('releaseAtTimeHint')} />
          </RadioGroup>
          {choice === 'atTime' && (
            <Field label={t('releaseAt')} required error={tried && !isWhenGood ? t('releaseAtBad') : undefined}>
              {(field) => <DateTimeField {...field} value={when} onChange={setWhen} min={toLocalInput(endMs).slice(0, 10)} />}
            </Field>
          )}
          <Field
            label={t('reviewDays')}
            hint={t('reviewDaysHint')}
            required
            error={tried && !areDaysGood ? t('reviewDaysHint') : undefined}
          >
            {(field) => (
              <Input
                {...field}
                inputMode="numeric"
                maxLength={2}
                value={days}
                onChange={(event) => setDays(event.target.value)}
                className="num w-24"
              />
            )}
          </Field>
        </>
      )}
    </ActionDialog>
  );
}
