import { type FocusEvent, type KeyboardEvent, memo, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { joinPhrases } from '../../../../lib/punctuation.ts';
import { cn } from '../../../../lib/cn.ts';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { createCardReader, formatNumberedTitle, type CardCell } from '../../model/card-state.ts';
import type { SittingPaper } from '../../model/paper-order.ts';
import type { SittingController } from '../../model/sitting-controller.ts';

/** Makes the label of a cell of the answer card for screen readers. */
type SayCell = (cell: Pick<CellProps, 'number' | 'answered' | 'flagged' | 'current'>) => string;

interface CellProps extends Omit<CardCell, 'itemId'> {
  current: boolean;
  say: SayCell;
  onGo: (number: number) => void;
}

// The cells have no CSS position: browsers would paint hundreds of positioned boxes as separate layers.
const cellLook = 'num grid h-8 place-items-center rounded-md border text-[13px]';
/** Marks a flagged cell by a folded corner, so that it is recognisable without colour. */
const flagLook =
  'relative after:absolute after:-top-px after:-right-px after:size-0 after:rounded-tr-md after:border-[6px] after:border-transparent after:border-t-seal after:border-r-seal';

function useSayCell(): SayCell {
  const { t } = useTranslation('examSitting');
  return useMemo(() => {
    const words = { answered: t('player.cellAnswered'), empty: t('player.cellEmpty') };
    const marks = { flagged: t('player.cellFlagged'), current: t('player.cellCurrent') };
    return ({ number, answered, flagged, current }) => {
      const parts = [answered ? words.answered : words.empty, ...(flagged ? [marks.flagged] : []), ...(current ? [marks.current] : [])];
      return t('player.cell', { number, state: joinPhrases(parts) });
    };
  }, [t]);
}

/** Shows one cell of the answer card. It uses no hooks, because a paper has hundreds of cells. */
const Cell = memo(function Cell({ number, answered, flagged, current, say, onGo }: CellProps) {
  return (
    <button
      type="button"
      aria-label={say({ number, answered, flagged, current })}
      aria-current={current ? 'true' : undefined}
      // The card is one stop of the Tab key. Arrow keys move within the card and move this stop along.
      tabIndex={current ? 0 : -1}
      onClick={() => onGo(number)}
      className={cn(
        cellLook,
        'scroll-m-14',
        answered ? 'border-primary bg-primary text-primary-foreground' : 'border-input bg-card hover:bg-muted',
        flagged && flagLook,
        current && 'font-bold outline-2 outline-offset-[1.5px] outline-foreground',
      )}
    >
      {number}
    </button>
  );
});

interface CellGroupProps {
  cells: readonly CardCell[];
  /** Number of the current question; 0 if it is in another group. */
  current: number;
  say: SayCell;
  onGo: (number: number) => void;
}

const CellGroup = memo(function CellGroup({ cells, current, say, onGo }: CellGroupProps) {
  return (
    <div className="contents">
      {cells.map(({ itemId, ...cell }) => (
        <Cell key={itemId} {...cell} current={cell.number === current} say={say} onGo={onGo} />
      ))}
    </div>
  );
});

const getCurrentInGroup = (cells: readonly CardCell[], current: number): number =>
  current >= (cells[0]?.number ?? 0) && current <= (cells.at(-1)?.number ?? 0) ? current : 0;

/** Moves the focus by arrow keys: left and right through all cells, up and down within the column. Enter opens the question. */
function walkCells(event: KeyboardEvent<HTMLElement>): void {
  const cells = [...event.currentTarget.querySelectorAll('button')];
  const at = cells.findIndex((cell) => cell === event.target);
  const from = cells[at];
  if (!from) return;
  const isInColumn = (cell: HTMLElement): boolean => cell.offsetLeft === from.offsetLeft;
  const goals: Record<string, () => HTMLElement | undefined> = {
    ArrowRight: () => cells[at + 1],
    ArrowLeft: () => cells[at - 1],
    ArrowDown: () => cells.slice(at + 1).find(isInColumn),
    ArrowUp: () => cells.slice(0, at).findLast(isInColumn),
    Home: () => cells[0],
    End: () => cells.at(-1),
  };
  const goal = goals[event.key];
  if (!goal) return;
  event.preventDefault();
  goal()?.focus();
}

/**
 * Makes `cell` the card's only stop of the Tab key, so that Tab leaves the card from the focused cell. When the focus leaves the card, the
 * current question becomes the stop again.
 */
function stopAt(card: HTMLElement, cell: Element | null): void {
  if (!(cell instanceof HTMLButtonElement)) return;
  for (const stop of card.querySelectorAll<HTMLElement>('button[tabindex="0"]')) if (stop !== cell) stop.tabIndex = -1;
  cell.tabIndex = 0;
}
const stopWhereFocused = (event: FocusEvent<HTMLElement>): void => stopAt(event.currentTarget, event.target);
function stopAtCurrent({ currentTarget: card, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!card.contains(relatedTarget)) stopAt(card, card.querySelector('[aria-current]'));
}

function Legend() {
  const { t } = useTranslation('examSitting');
  const swatch = cn(cellLook, 'size-4 h-4 rounded-sm');
  const rows = [
    ['answered', t('player.legendAnswered'), cn(swatch, 'border-primary bg-primary')],
    ['empty', t('player.legendEmpty'), cn(swatch, 'border-input')],
    ['flagged', t('player.legendFlagged'), cn(swatch, 'border-input', flagLook, 'after:rounded-tr-sm after:border-[4px]')],
    ['current', t('player.legendCurrent'), cn(swatch, 'border-input outline-2 outline-offset-[1.5px] outline-foreground')],
  ] as const;
  return (
    <div role="note" aria-label={t('player.legend')} className="mt-3.5 flex flex-wrap gap-x-3.5 gap-y-1.5 text-xs text-muted-foreground">
      {rows.map(([key, text, look]) => (
        <span key={key} className="flex items-center gap-1.5">
          <i aria-hidden className={look} />
          {text}
        </span>
      ))}
    </div>
  );
}

interface AnswerCardProps {
  paper: SittingPaper;
  controller: SittingController;
  current: number;
  onGo: (number: number) => void;
}

/** Lists all questions as numbered cells that show answered, flagged and current questions and lead to them. */
export const AnswerCard = memo(function AnswerCard({ paper, controller, current, onGo }: AnswerCardProps) {
  const { t } = useTranslation('examSitting');
  const read = useMemo(() => createCardReader(paper, controller.snapshot), [paper, controller]);
  const card = useSyncExternalStore(controller.subscribeLater, read);
  const say = useSayCell();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // After the paint, because reading positions forces a layout.
    const timer = setTimeout(() => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), 60);
    return () => clearTimeout(timer);
  }, [current]);
  return (
    <nav ref={list} data-card aria-label={t('player.card')} onKeyDown={walkCells} onFocus={stopWhereFocused} onBlur={stopAtCurrent}>
      <h2 className="mb-0.5 flex items-center justify-between text-[15px] font-semibold">
        {t('player.card')}
        <Chip className="num font-semibold">
          <span className="sr-only">{t('player.cardOf', { answered: card.answered, total: card.total })}</span>
          <span aria-hidden>
            {card.answered} / {card.total}
          </span>
        </Chip>
      </h2>
      {card.sections.map((section, index) => (
        <section key={index} aria-label={formatNumberedTitle(section.title, index)}>
          <h3 className="mt-3.5 mb-2 flex justify-between gap-2 text-[13px] font-medium text-muted-foreground">
            {formatNumberedTitle(section.title, index)}
            <span className="num whitespace-nowrap">
              {section.total > 0 ? `${section.answered} / ${section.total}` : t('player.cardPerformed')}
            </span>
          </h3>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(33px,1fr))] gap-1.5">
            {section.groups.map((cells) => (
              <CellGroup key={cells[0]?.itemId} cells={cells} current={getCurrentInGroup(cells, current)} say={say} onGo={onGo} />
            ))}
          </div>
        </section>
      ))}
      <Legend />
    </nav>
  );
});
