import { useEffect, useEffectEvent, useRef, useState, useId } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { ChipMark } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { type MarkingInput, listMaxPoints, toMarkerPoints, computeTotal, setPoint } from '../marking-input.ts';
import type { ReplicaCount } from '../../../platform/journal/journal-mirror.ts';
import type { MarkingTask } from '../marking-queries.ts';
import { describeStoreFailure } from './marks-save-indicator.tsx';
import { cn } from '../../../lib/cn.ts';
import { Input } from '../../../ui/primitives/input.tsx';
import { VetoBoxes } from './veto-boxes.tsx';

/** Digits typed within this many ms form one number. */
const wordMs = 800;

interface MarkSheetProps {
  task: MarkingTask;
  /** True for the visible script, which receives the keys. */
  active: boolean;
  /** The script has a mark already, so it cannot be returned to the queue. */
  isMarked: boolean;
  markingInput: MarkingInput;
  /** Error if the mark could not be stored on this PC. */
  failed: unknown;
  /** Replicas that hold the draft as shown; null if it is not stored. */
  drafted: ReplicaCount | null;
  busy: boolean;
  onInputChange: (giving: MarkingInput) => void;
  onSubmit: () => void;
  onReturn: () => void;
}

/** Edits points and comment of a script and submits them; the keyboard alone is enough. */
export function MarkSheet({
  task,
  active,
  isMarked,
  markingInput,
  failed,
  drafted,
  busy,
  onInputChange,
  onSubmit,
  onReturn,
}: MarkSheetProps) {
  const { t } = useTranslation('marking');
  const [current, setCurrent] = useState(0);
  const [hasTried, setHasTried] = useState(false);
  const typed = useRef({ digits: '', atMs: 0 });
  const maxPoints = listMaxPoints(task);
  const total = computeTotal(task, markingInput);
  const isComplete = toMarkerPoints(task, markingInput) !== null;
  const submit = () => {
    if (busy) return;
    if (isComplete) onSubmit();
    else setHasTried(true);
  };
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const typing =
      event.target instanceof HTMLElement && event.target.closest('input,textarea,select,button,a,summary,[role=dialog]') !== null;
    if (typing || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || busy) return;
    if (event.key === 'Enter') submit();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setCurrent((index) => Math.min(maxPoints.length - 1, Math.max(0, index + (event.key === 'ArrowDown' ? 1 : -1))));
    else if (/^[0-9]$/.test(event.key)) {
      const digits = event.timeStamp - typed.current.atMs < wordMs ? typed.current.digits + event.key : event.key;
      const limit = maxPoints[current] ?? 0;
      const points = Math.min(Number(digits), limit);
      onInputChange(setPoint(markingInput, current, points));
      // Wait for a second digit only if a number of two digits that begins with the typed one can be within the maximum points.
      const isNumberComplete = limit < 10 || Number(digits) * 10 > limit;
      typed.current = isNumberComplete ? { digits: '', atMs: 0 } : { digits, atMs: event.timeStamp };
      if (isNumberComplete) setCurrent(Math.min(maxPoints.length - 1, current + 1));
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    if (!active) return undefined;
    const listen = (event: KeyboardEvent) => pressed(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [active]);
  return (
    <Panel
      title={t('scoringPoints')}
      aside={<span className="text-[13px] text-muted-foreground">{t('keysHint')}</span>}
      className="lg:sticky lg:top-3.5 lg:col-start-3 lg:row-span-2 lg:row-start-1"
    >
      <PointsPanel
        task={task}
        markingInput={markingInput}
        current={current}
        onCurrent={setCurrent}
        onInputChange={onInputChange}
        disabled={busy}
      />
      <div className="flex flex-col gap-3 border-t px-3.5 py-3">
        <p className="num flex items-baseline gap-2">
          <output className="text-4xl font-bold">{total ?? '–'}</output>
          <span className="text-muted-foreground">{t('total', { count: task.figures.points })}</span>
        </p>
        <Textarea
          rows={2}
          aria-label={t('comment')}
          placeholder={`${t('comment')} · ${t('commentPlaceholder')}`}
          maxLength={1000}
          value={markingInput.comment}
          disabled={busy}
          onChange={(event) => onInputChange({ ...markingInput, comment: event.target.value })}
        />
        {hasTried && !isComplete && (
          <p role="alert" className="text-sm text-seal">
            {t('fillAll')}
          </p>
        )}
        {failed !== null && (
          <p role="alert" className="text-sm text-seal">
            {t('notKept', { reason: describeStoreFailure(failed, t) })}
          </p>
        )}
        {drafted !== null && (
          <p className="flex items-center gap-1.5 text-[13px] text-delivered">
            <ChipMark shape="dot" />
            {t(drafted === 'both' ? 'draftKept' : 'draftKeptOnce')}
          </p>
        )}
        <Button variant="primary" size="lg" busy={busy} onClick={submit}>
          {t('submit')}
        </Button>
        {!isMarked && (
          <Button busy={busy} onClick={onReturn}>
            {t('giveBack')}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** A scoring point worth at most this many points has a button for each value; for other scoring points, the value is typed. */
const mostButtons = 6;

interface PointsPanelProps {
  task: MarkingTask;
  markingInput: MarkingInput;
  /** Index of the scoring point that receives typed digits. */
  current: number;
  onCurrent: (at: number) => void;
  onInputChange: (giving: MarkingInput) => void;
  disabled: boolean;
}

function PointsPanel({ task, markingInput, current, onCurrent, onInputChange, disabled }: PointsPanelProps) {
  const { t } = useTranslation('marking');
  const base = useId();
  return (
    <>
      <ol className="divide-y">
        {listMaxPoints(task).map((maxPoints, index) => (
          <li
            key={index}
            className={cn('flex items-center gap-3 px-3.5 py-2.5', index === current && 'bg-primary-soft')}
            onFocus={() => onCurrent(index)}
          >
            <span
              className={cn(
                'num grid size-6 shrink-0 place-items-center rounded-md text-[13px] font-semibold',
                markingInput.points[index] === null ? 'border text-muted-foreground' : 'bg-primary text-primary-foreground',
              )}
            >
              {index + 1}
            </span>
            <span id={`${base}-${index}`} className="min-w-0 grow text-sm leading-snug">
              {task.items[index]?.text ?? t('wholeQuestion')}
            </span>
            {Number.isInteger(maxPoints) && maxPoints <= mostButtons ? (
              <span role="radiogroup" aria-labelledby={`${base}-${index}`} className="flex shrink-0 overflow-hidden rounded-md border">
                {Array.from({ length: maxPoints + 1 }, (_, points) => (
                  <button
                    key={points}
                    type="button"
                    data-press="again"
                    role="radio"
                    aria-checked={markingInput.points[index] === points}
                    disabled={disabled}
                    onClick={() => onInputChange(setPoint(markingInput, index, points))}
                    className={cn(
                      'num h-8 min-w-8 border-l px-2 text-sm first:border-l-0 pointer-coarse:h-11 pointer-coarse:min-w-11',
                      markingInput.points[index] === points ? 'bg-primary font-semibold text-primary-foreground' : 'bg-card hover:bg-muted',
                    )}
                  >
                    {points}
                  </button>
                ))}
              </span>
            ) : (
              <Input
                type="number"
                inputMode="decimal"
                aria-labelledby={`${base}-${index}`}
                value={markingInput.points[index] ?? ''}
                min={0}
                max={maxPoints}
                step={0.5}
                disabled={disabled}
                onChange={({ target }) => onInputChange(setPoint(markingInput, index, target.value === '' ? null : target.valueAsNumber))}
                className="num w-24 shrink-0"
              />
            )}
          </li>
        ))}
      </ol>
      {task.veto.length > 0 && (
        <fieldset className="border-t px-3.5 py-3">
          <legend className="sr-only">{t('vetoes')}</legend>
          <p aria-hidden className="mb-1.5 text-[13px] font-medium text-seal">
            {t('vetoes')}
          </p>
          <VetoBoxes
            {...{ task, markingInput, disabled, onInputChange }}
            className="flex items-start gap-2 py-1 text-sm pointer-coarse:py-2.5"
          />
        </fieldset>
      )}
    </>
  );
}
