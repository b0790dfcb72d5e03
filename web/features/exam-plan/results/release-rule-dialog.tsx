import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { DateTimeField } from '../../../ui/date/date-time-field.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { type ExamPlan, planCallPrefixes } from '../exam-plan-queries.ts';

type Choice = 'byHand' | 'whenOver' | 'atTime';
const dayMs = 86_400_000;
const mostDays = 60;

/** Sets how scores are released (by hand, automatically, or at a time) and how many days examinees may ask for a review. */
export function ReleaseRuleDialog({ plan, onClose }: { plan: ExamPlan; onClose: () => void }) {
  const { t } = useTranslation('examPlan');
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
      confirm={t('save')}
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
      doneText={t('releaseSaved')}
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
