import { useId } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { Input } from '../../../ui/primitives/input.tsx';
import { type MarkingInput, listMaxPoints, setPoint } from '../marking-input.ts';
import type { MarkingTask } from '../marking-queries.ts';
import { VetoBoxes } from './veto-boxes.tsx';

/** Up to this many points there is a button for each; more are typed. */
const mostButtons = 6;

interface PointsPanelProps {
  task: MarkingTask;
  giving: MarkingInput;
  /** Index of the scoring point that receives typed digits. */
  current: number;
  onCurrent: (at: number) => void;
  onGive: (giving: MarkingInput) => void;
  disabled: boolean;
}

export function PointsPanel({ task, giving, current, onCurrent, onGive, disabled }: PointsPanelProps) {
  const { t } = useTranslation('marking');
  const base = useId();
  return (
    <>
      <ol className="divide-y">
        {listMaxPoints(task).map((most, at) => (
          <li
            key={at}
            className={cn('flex items-center gap-3 px-3.5 py-2.5', at === current && 'bg-primary-soft')}
            onFocus={() => onCurrent(at)}
          >
            <span
              className={cn(
                'num grid size-6 shrink-0 place-items-center rounded-md text-[13px] font-semibold',
                giving.points[at] === null ? 'border text-muted-foreground' : 'bg-primary text-primary-foreground',
              )}
            >
              {at + 1}
            </span>
            <span id={`${base}-${at}`} className="min-w-0 grow text-sm leading-snug">
              {task.items[at]?.text ?? t('wholeQuestion')}
            </span>
            {Number.isInteger(most) && most <= mostButtons ? (
              <span role="radiogroup" aria-labelledby={`${base}-${at}`} className="flex shrink-0 overflow-hidden rounded-md border">
                {Array.from({ length: most + 1 }, (_, points) => (
                  <button
                    key={points}
                    type="button"
                    data-press="again"
                    role="radio"
                    aria-checked={giving.points[at] === points}
                    disabled={disabled}
                    onClick={() => onGive(setPoint(giving, at, points))}
                    className={cn(
                      'num h-8 min-w-8 border-l px-2 text-sm first:border-l-0 pointer-coarse:h-11 pointer-coarse:min-w-11',
                      giving.points[at] === points ? 'bg-primary font-semibold text-primary-foreground' : 'bg-card hover:bg-muted',
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
                aria-labelledby={`${base}-${at}`}
                value={giving.points[at] ?? ''}
                min={0}
                max={most}
                step={0.5}
                disabled={disabled}
                onChange={({ target }) => onGive(setPoint(giving, at, target.value === '' ? null : target.valueAsNumber))}
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
          <VetoBoxes {...{ task, giving, disabled, onGive }} className="flex items-start gap-2 py-1 text-sm pointer-coarse:py-2.5" />
        </fieldset>
      )}
    </>
  );
}
