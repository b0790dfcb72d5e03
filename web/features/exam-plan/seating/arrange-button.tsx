import { Shuffle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { type SeatFill, seatFills } from '../../../../sync/contract/exams/seat-codes.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { planCallPrefixes } from '../exam-plan-queries.ts';
import type { PlanSeatingView } from './seating-queries.ts';

/** Default seed: the day of the exam as a number, so that anyone can tell where it comes from. */
const seedOf = (ms: number): number => Number(formatDate(ms).replaceAll('-', ''));
const isSeed = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/** Arranges seats by rule, either for examinees without a seat or for everyone again. */
export function ArrangeButton({ seating, kept }: { seating: PlanSeatingView; kept: number }) {
  const { t } = useTranslation('seating');
  const [asking, setAsking] = useState(false);
  const [anew, setAnew] = useState(false);
  const [fill, setFill] = useState<SeatFill>('full');
  const [seed, setSeed] = useState(String(seating.seed || seedOf(seating.startMs)));
  const rest = seating.people.length - kept;
  return (
    <>
      <Button
        variant="primary"
        onClick={() => {
          setAnew(rest === 0);
          setAsking(true);
        }}
      >
        <Shuffle aria-hidden />
        {rest > 0 && kept > 0 ? t('arrangeRest', { n: rest }) : t('arrange')}
      </Button>
      {asking && (
        <ActionDialog
          title={t('arrangeTitle')}
          confirm={t('begin')}
          disabled={!isSeed(seed)}
          run={(quiet) => makeCall('/exam/arrange', { id: seating.id, version: seating.version, anew, fill, seed: Number(seed) }, quiet)}
          invalidates={planCallPrefixes}
          doneText={({ seated, unseated }) => t('arranged', { seated, unseated })}
          onClose={() => setAsking(false)}
        >
          <fieldset className="flex flex-col gap-1.5">
            <legend className="mb-1.5 text-sm font-medium">{t('arrangeWhom')}</legend>
            <RadioGroup
              aria-label={t('arrangeWhom')}
              value={anew ? 'anew' : 'rest'}
              onValueChange={(value) => setAnew(value === 'anew')}
              className="flex-col"
            >
              <Radio value="rest" disabled={rest === 0} label={t('keepSeats', { n: rest })} hint={t('keepSeatsHint', { n: kept })} />
              <Radio value="anew" label={t('anew')} hint={t('anewHint')} />
            </RadioGroup>
          </fieldset>
          <fieldset className="flex flex-col gap-1.5">
            <legend className="mb-1.5 text-sm font-medium">{t('fill')}</legend>
            <RadioGroup aria-label={t('fill')} value={fill} onValueChange={(value) => setFill(value === 'even' ? 'even' : 'full')}>
              {seatFills.map((each) => (
                <Radio key={each} value={each} label={t(`fill_${each}`)} />
              ))}
            </RadioGroup>
          </fieldset>
          <Field label={t('seedField')} hint={t('seedHint')} error={isSeed(seed) ? undefined : t('badSeed')}>
            {(field) => (
              <Input
                {...field}
                className="num w-40"
                inputMode="numeric"
                value={seed}
                onChange={(event) => setSeed(event.target.value.trim())}
              />
            )}
          </Field>
        </ActionDialog>
      )}
    </>
  );
}
