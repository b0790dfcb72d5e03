import type { KeyboardEvent } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { OpenedScan } from '../card-queries.ts';

export type ScannedCardRow = OpenedScan['rows'][number];
/** Options that a person decided, by row of bubbles. A row that is missing is undecided; an empty list means that nothing was answered. */
export type DecidedRows = Readonly<Record<string, readonly string[]>>;

interface CardRowsProps {
  rows: readonly ScannedCardRow[];
  decided: DecidedRows;
  /** Label of the row of bubbles that the user works on. */
  current: string | undefined;
  onCurrent: (label: string) => void;
  onDecide: (label: string, marked: readonly string[]) => void;
}

/** Returns the bubble that a key means: a letter, or T and F for the signs of a judgement. */
export function findBubbleOfKey(row: ScannedCardRow, key: string): string | undefined {
  const letter = key.toUpperCase();
  const meant = { T: '√', F: '×' }[letter];
  const options = row.bubbles.map(({ option }) => option);
  return options.find((option) => option === letter) ?? options.find((option) => option === meant);
}

/** Returns the answer of a row after one bubble was pressed: it replaces the answer, or is added or taken out where several may be filled. */
export function pressBubble({ many, bubbles }: ScannedCardRow, marked: readonly string[] | undefined, option: string): string[] {
  if (!many) return [option];
  const wanted = new Set(marked);
  if (!wanted.delete(option)) wanted.add(option);
  return bubbles.flatMap((bubble) => (wanted.has(bubble.option) ? [bubble.option] : []));
}

/** Shows the rows of bubbles that a person decides, with a button for each bubble. Letters, 0 and the arrow keys do the same. */
export function CardRows({ rows, decided, current, onCurrent, onDecide }: CardRowsProps) {
  const { t } = useTranslation('cards');
  const focusRow = (from: HTMLElement, at: number): void => {
    const list = from.closest('ol');
    list?.querySelectorAll<HTMLElement>('[data-row]')[at]?.querySelector('button')?.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLElement>, row: ScannedCardRow, at: number): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const option = findBubbleOfKey(row, event.key);
    if (event.key === 'ArrowDown') focusRow(event.currentTarget, at + 1);
    else if (event.key === 'ArrowUp') focusRow(event.currentTarget, at - 1);
    else if (event.key === '0') {
      onDecide(row.label, []);
      focusRow(event.currentTarget, at + 1);
    } else if (option !== undefined) {
      onDecide(row.label, pressBubble(row, decided[row.label], option));
      if (!row.many) focusRow(event.currentTarget, at + 1);
    } else return;
    event.preventDefault();
  };
  return (
    <ol className="divide-y">
      {rows.map((row, at) => {
        const marked = decided[row.label];
        return (
          <li key={row.label} data-row className={cn('px-3.5 py-1.5', current === row.label && 'bg-primary-soft')}>
            <fieldset
              className="flex flex-wrap items-center gap-2"
              onFocus={() => onCurrent(row.label)}
              onKeyDown={(event) => onKey(event, row, at)}
            >
              <legend className="sr-only">{t('row', { label: row.label })}</legend>
              <span aria-hidden className="num w-10 text-right text-sm font-semibold">
                {row.label}
              </span>
              {row.bubbles.map(({ option }) => (
                <Bubble
                  key={option}
                  isOn={marked?.includes(option) === true}
                  label={option}
                  onPress={() => onDecide(row.label, pressBubble(row, marked, option))}
                />
              ))}
              <Bubble isOn={marked?.length === 0} label={t('blank')} onPress={() => onDecide(row.label, [])} />
            </fieldset>
          </li>
        );
      })}
    </ol>
  );
}

function Bubble({ isOn, label, onPress }: { isOn: boolean; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={cn(
        'num h-8 min-w-9 rounded-md border px-2 text-sm',
        isOn ? 'border-primary bg-primary font-semibold text-primary-foreground' : 'border-input bg-card hover:bg-muted',
      )}
    >
      {label}
    </button>
  );
}
