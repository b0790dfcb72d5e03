import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import { sectionType } from '../../../sync/contract/codes.ts';
import type { AnswerValue } from '../../../sync/engine/ops/ops.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { applyWriting } from './answer-value.ts';
import type { AnswerableQuestion, AnswerOption, QuestionText } from './answerable-question.ts';
import { getOptionLetterClass, optionRowClass, optionTextClass } from './question-look.ts';

interface AnswerPlacesProps<Q> {
  question: Q;
  answer: AnswerValue;
  label: string;
  /** Id of the stem's element. */
  stemId: string;
  Text: QuestionText;
  onPlace: (question: Q, answer: AnswerValue) => void;
}

/** Shows the input of a question whose options are put in places: the order of an ordering question, the pairs of a matching question. */
export function AnswerPlaces<Q extends AnswerableQuestion>(props: AnswerPlacesProps<Q>) {
  return props.question.type === sectionType.ordering ? <AnswerOrder {...props} /> : <AnswerPairs {...props} />;
}

/** Returns the text of an option for a label or a list; "" if a picture or a formula would be missing in it. */
function extractPlainText(html: string): string {
  if (/<(?:img|math|table)\b/.test(html)) return '';
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Moves the value at index `from` to index `to`. */
function moveTo<T>(values: readonly T[], from: number, to: number): T[] {
  const rest = values.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...values.slice(from, from + 1), ...rest.slice(to)];
}

interface OrderRowProps {
  option: AnswerOption;
  /** `at`: index of the option in the order, from 0. `total`: number of options. */
  at: number;
  total: number;
  isAnswered: boolean;
  isDragged: boolean;
  Text: QuestionText;
  /** Moves the option to another index. `from` is the pressed button, which must keep the focus. */
  onMove: (to: number, from: HTMLElement) => void;
  /** Pointer handlers of the handle by which the row is dragged. */
  drag: Pick<ComponentProps<'button'>, 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'>;
}

const orderButtonClass =
  'grid size-11 flex-none place-items-center rounded-lg hover:bg-accent focus-visible:outline-2 focus-visible:outline-ring disabled:opacity-30';

/** Shows one option of an ordering question, with the handle to drag it and the buttons to move it. */
function OrderRow({ option, at, total, isAnswered, isDragged, Text, onMove, drag }: OrderRowProps) {
  const { t } = useTranslation('ui');
  const labelValues = { n: at + 1, text: extractPlainText(option.html) };
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? at - 1 : at + 1, event.currentTarget);
  };
  return (
    <li
      data-option={option.id}
      style={{ order: at }}
      className={cn(
        optionRowClass,
        'items-center gap-2.5 py-1.5 pl-1.5 max-sm:gap-1.5 max-sm:pr-1.5',
        isAnswered && 'border-primary/50',
        isDragged && 'border-primary bg-primary-soft shadow-pop',
      )}
    >
      <button
        type="button"
        aria-label={t('orderMove', labelValues)}
        aria-keyshortcuts="ArrowUp ArrowDown"
        onKeyDown={onKeyDown}
        {...drag}
        className={cn(orderButtonClass, 'cursor-grab touch-none text-muted-foreground active:cursor-grabbing')}
      >
        <GripVertical aria-hidden className="size-5" />
      </button>
      <span aria-hidden className="num w-5 flex-none text-right text-[15px] text-muted-foreground max-sm:hidden">
        {at + 1}.
      </span>
      <span className={getOptionLetterClass(true, isAnswered)}>{option.letter}</span>
      <Text inline html={option.html} className={optionTextClass} />
      <span className="flex flex-none max-sm:flex-col">
        {([-1, 1] as const).map((by) => (
          <button
            key={by}
            type="button"
            aria-label={t(by < 0 ? 'orderUp' : 'orderDown', labelValues)}
            disabled={at + by < 0 || at + by >= total}
            onClick={(event) => onMove(at + by, event.currentTarget)}
            className={orderButtonClass}
          >
            {by < 0 ? <ArrowUp aria-hidden className="size-5" /> : <ArrowDown aria-hidden className="size-5" />}
          </button>
        ))}
      </span>
    </li>
  );
}

/**
 * Finds the index at which a dragged row would be inserted: the number of other rows whose middle is above the pointer. `y`: pointer
 * position in window coordinates.
 */
const findPlaceAt = (list: HTMLElement | null, y: number, id: string): number =>
  [...(list?.children ?? [])].filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return row.getAttribute('data-option') !== id && top + height / 2 < y;
  }).length;

/** Follows a drag of one row. Returns the order to show, the id of the dragged row, and the pointer handlers of a row's handle. */
function useRowDrag(order: readonly AnswerOption[], list: RefObject<HTMLElement | null>, onDrop: (order: readonly AnswerOption[]) => void) {
  const [drag, setDrag] = useState<{ readonly id: string; readonly to: number } | null>(null);
  const from = order.findIndex(({ id }) => id === drag?.id);
  const shownOrder = drag === null || from < 0 ? order : moveTo(order, from, drag.to);
  const createDragHandlers = (id: string): OrderRowProps['drag'] => ({
    onPointerDown: (event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ id, to: order.findIndex((option) => option.id === id) });
    },
    onPointerMove: (event) => {
      if (drag !== null) setDrag({ id: drag.id, to: findPlaceAt(list.current, event.clientY, drag.id) });
    },
    onPointerUp: () => {
      if (drag !== null && drag.to !== from) onDrop(shownOrder);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });
  return { shownOrder, draggedId: drag?.id, createDragHandlers };
}

/**
 * Shows the options as a list to put in order: by dragging the handle, by the arrow keys on it, or by buttons. Until the first move the question
 * counts as unanswered, although an order is on the screen; a button confirms this order.
 */
function AnswerOrder<Q extends AnswerableQuestion>({ question, answer, label, stemId, Text, onPlace }: AnswerPlacesProps<Q>) {
  const { t } = useTranslation('ui');
  const { options } = question;
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState('');
  const isAnswered = answer.length === options.length && options.every(({ id }) => answer.includes(id));
  const order = isAnswered ? answer.flatMap((id) => options.find((option) => option.id === id) ?? []) : options;
  const place = (next: readonly AnswerOption[]) =>
    onPlace(
      question,
      next.map(({ id }) => id),
    );
  const { shownOrder, draggedId, createDragHandlers } = useRowDrag(order, list, place);
  const move = (at: number, to: number, from: HTMLElement) => {
    if (to < 0 || to >= order.length) return;
    // Updates the page at once and focuses the button again, because its row moves in the document and loses the focus.
    flushSync(() => place(moveTo(order, at, to)));
    from.focus();
    setMoved(t('orderMoved', { n: to + 1, total: order.length }));
  };
  return (
    <div role="group" aria-label={label} aria-describedby={stemId} className="max-w-[800px]">
      <p className="mb-2.5 text-[13px] text-muted-foreground">{t('orderHint')}</p>
      <ol ref={list} className="flex flex-col">
        {/* During a drag the rows move by style only: the browser stops following the pointer when its element moves in the document. */}
        {order.map((option) => (
          <OrderRow
            key={option.id}
            option={option}
            at={shownOrder.indexOf(option)}
            total={order.length}
            isAnswered={isAnswered}
            isDragged={option.id === draggedId}
            Text={Text}
            onMove={(to, from) => move(order.indexOf(option), to, from)}
            drag={createDragHandlers(option.id)}
          />
        ))}
      </ol>
      {!isAnswered && (
        <p className="mt-3 flex flex-wrap items-center gap-3 text-[15px]">
          {t('orderNone')}
          <Button size="lg" onClick={() => place(order)}>
            {t('orderUse')}
          </Button>
        </p>
      )}
      <p role="status" className="sr-only">
        {moved}
      </p>
    </div>
  );
}

/** Shows a drop-down list beside each left item, and below them the options with their letters. */
function AnswerPairs<Q extends AnswerableQuestion>({ question, answer, label, stemId, Text, onPlace }: AnswerPlacesProps<Q>) {
  const { t } = useTranslation('ui');
  const { leftItems, options } = question;
  return (
    <div role="group" aria-label={label} aria-describedby={stemId} className="max-w-[800px]">
      <ol className="mb-5">
        {leftItems.map((item, at) => {
          const chosen = answer[at] ?? '';
          return (
            <li
              key={item.id}
              className={cn(optionRowClass, 'flex-wrap items-center gap-x-4 gap-y-2 py-1.5', chosen !== '' && 'border-primary/50')}
            >
              <span className="num w-6 flex-none text-right font-semibold text-muted-foreground">{at + 1}.</span>
              <Text inline html={item.html} className={cn(optionTextClass, 'basis-48')} />
              <select
                aria-label={t('leftChoose', { n: at + 1 })}
                value={chosen}
                onChange={(event) => onPlace(question, applyWriting(answer, leftItems.length, at, event.target.value))}
                className="h-11 w-[min(100%,20rem)] flex-none rounded-lg border border-input bg-card px-3 text-[15px] focus-visible:outline-2 focus-visible:outline-ring"
              >
                <option value="">{t('leftNone')}</option>
                {options.map(({ id, letter, html }) => (
                  <option key={id} value={id}>
                    {`${letter} ${extractPlainText(html)}`}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ol>
      <ul className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
        {options.map(({ id, letter, html }) => (
          <li key={id} className="flex items-start gap-3 leading-[1.6]">
            <span className={getOptionLetterClass(true, answer.includes(id))}>{letter}</span>
            <Text inline html={html} className={optionTextClass} />
          </li>
        ))}
      </ul>
    </div>
  );
}
