import { useState } from 'react';
import { drawModes } from '../../../../sync/contract/exams/station-draw.ts';
import { foreseeRounds } from '../../../../sync/domain/exams/draw-rounds.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { type ExamPlan, planCallPrefixes } from '../exam-plan-queries.ts';
import { checkDrawInput, type DrawInput, type NameListProblem, type StationDraw } from './draw-input.ts';

const usualRoundMinutes = 60;

interface DrawDialogProps {
  plan: ExamPlan;
  /** The valid draw, which this one replaces. */
  last: StationDraw | undefined;
  onClose: () => void;
}

/** Asks for stations, task sheets and times, and lets the server draw. A further draw starts from the settings of the last one. */
export function DrawDialog({ plan, last, onClose }: DrawDialogProps) {
  const { t } = useTranslation('stationDraw');
  const [input, setInput] = useState<DrawInput>(() => ({
    mode: last?.setup.mode ?? 'single',
    stations: last?.setup.stations.join('\n') ?? '',
    sheets: last?.setup.sheets.join('\n') ?? '',
    firstRoundAfterMinutes: last?.setup.firstRoundAfterMinutes ?? 0,
    roundMinutes: last?.setup.roundMinutes ?? Math.min(usualRoundMinutes, plan.durationMs / 60_000),
    changeMinutes: last?.setup.changeMinutes ?? 10,
  }));
  const [reason, setReason] = useState('');
  const change = (part: Partial<DrawInput>) => setInput((before) => ({ ...before, ...part }));
  const { wrong, setup } = checkDrawInput(input);
  const needsReason = last !== undefined && reason.trim() === '';
  const outlook = setup && foreseeRounds(plan.startMs, setup, plan.examineeCount);
  const planEndMs = plan.startMs + plan.durationMs;
  return (
    <ActionDialog
      title={t(last === undefined ? 'draw' : 'drawAgain')}
      confirm={t(last === undefined ? 'draw' : 'drawAgain')}
      {...(last !== undefined && { tone: 'sealSolid' as const })}
      ready={setup !== undefined && !needsReason}
      run={(quiet) => {
        if (setup === undefined) throw new Error('the input of the draw is not complete');
        return makeCall('/exam/drawStations', { id: plan.id, seen: last?.number ?? 0, setup, reason: reason.trim() }, quiet);
      }}
      invalidates={planCallPrefixes}
      doneText={({ seed }) => t('drawn', { seed })}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          {last !== undefined && (
            <>
              <Strip tone="kept">{t('drawAgainWhat', { n: last.number })}</Strip>
              <Field label={t('reason')} required error={tried && needsReason ? t('needed') : undefined}>
                {(field) => <Input {...field} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />}
              </Field>
            </>
          )}
          <RadioGroup
            aria-label={t('mode')}
            value={input.mode}
            onValueChange={(value) => change({ mode: value === 'rotation' ? 'rotation' : 'single' })}
            className="flex-col"
          >
            {drawModes.map((mode) => (
              <Radio key={mode} value={mode} label={t(`mode_${mode}`)} hint={t(`mode_${mode}_hint`)} />
            ))}
          </RadioGroup>
          <div className="grid grid-cols-2 gap-3">
            {(['stations', 'sheets'] as const).map((name) => (
              <NameListField key={name} name={name} value={input[name]} problem={tried ? wrong[name] : undefined} onChange={change} />
            ))}
          </div>
          <DrawTimes input={input} wrong={wrong} onChange={change} />
          {outlook !== undefined && (
            <p className="num text-sm text-muted-foreground">
              {t('outlook', { people: plan.examineeCount, rounds: outlook.rounds, end: formatDateTime(outlook.endMs) })}
            </p>
          )}
          {outlook !== undefined && outlook.endMs > planEndMs && (
            <Strip tone="seal">{t('roundsTooLong', { end: formatDateTime(planEndMs) })}</Strip>
          )}
        </>
      )}
    </ActionDialog>
  );
}

interface NameListFieldProps {
  name: 'stations' | 'sheets';
  value: string;
  problem: NameListProblem | undefined;
  onChange: (part: Partial<DrawInput>) => void;
}

function NameListField({ name, value, problem, onChange }: NameListFieldProps) {
  const { t } = useTranslation('stationDraw');
  return (
    <Field label={t(name)} hint={t(`${name}Hint`)} required error={problem && t(problem.kind, { ...problem })}>
      {(field) => <Textarea {...field} rows={6} value={value} onChange={(event) => onChange({ [name]: event.target.value })} />}
    </Field>
  );
}

interface DrawTimesProps {
  input: DrawInput;
  wrong: ReturnType<typeof checkDrawInput>['wrong'];
  onChange: (part: Partial<DrawInput>) => void;
}

function DrawTimes({ input, wrong, onChange }: DrawTimesProps) {
  const { t } = useTranslation('stationDraw');
  const errors = { firstRoundAfterMinutes: 'badFirst', roundMinutes: 'badRound', changeMinutes: 'badChange' } as const;
  return (
    <div className="grid grid-cols-3 items-start gap-3">
      {(['firstRoundAfterMinutes', 'roundMinutes', 'changeMinutes'] as const).map((name) => (
        <Field key={name} label={t(name)} required error={wrong[name] ? t(errors[name]) : undefined}>
          {(field) => <NumberInput {...field} min={0} max={720} value={input[name]} onChange={(value) => onChange({ [name]: value })} />}
        </Field>
      ))}
    </div>
  );
}
