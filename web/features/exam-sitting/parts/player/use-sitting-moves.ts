import { useCallback, useEffect, useMemo, useState } from 'react';
import { applyChoice } from '../../../../entities/question/answer-value.ts';
import type { SittingItem, SittingPaper } from '../../model/paper-order.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import type { QuestionActions } from '../answers/question-view.tsx';

/** State of the tab that may be lost without harm: the current question, and the options that the examinee struck out. */
interface TabMemory {
  readonly number: number;
  readonly struck: Readonly<Record<string, readonly string[]>>;
}

const getStorageKey = (attemptId: string): string => `wenkao.sitting.${attemptId}`;
const empty: TabMemory = { number: 1, struck: {} };

/** Reads the tab's state of an attempt; the initial state if there is none or it is damaged. */
function readTabMemory(attemptId: string): TabMemory {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(getStorageKey(attemptId)) ?? 'null');
    return typeof found === 'object' && found !== null ? { ...empty, ...found } : empty;
  } catch {
    return empty;
  }
}

/** Stores the tab's state of an attempt, if session storage has space. */
function writeTabMemory(attemptId: string, memory: TabMemory): void {
  try {
    sessionStorage.setItem(getStorageKey(attemptId), JSON.stringify(memory));
  } catch {
    // Storage is full. Answers have priority and report their own failures.
  }
}

type StruckOptions = Readonly<Record<string, ReadonlySet<string>>>;

function toggleOption(struck: StruckOptions, itemId: string, optionId: string, on?: boolean): StruckOptions {
  const options = new Set(struck[itemId]);
  if (on ?? !options.has(optionId)) options.add(optionId);
  else options.delete(optionId);
  return { ...struck, [itemId]: options };
}

/** Manages the current question and the struck-out options, both local to this tab, and the actions of a question. */
export function useSittingMoves(paper: SittingPaper, controller: SittingController, attemptId: string) {
  const [remembered] = useState(() => readTabMemory(attemptId));
  const [number, setNumber] = useState(() => Math.min(Math.max(1, remembered.number), paper.items.length));
  const [struck, setStruck] = useState<StruckOptions>(() =>
    Object.fromEntries(Object.entries(remembered.struck).map(([itemId, options]) => [itemId, new Set(options)])),
  );

  useEffect(() => {
    // After the paint, because session storage is written synchronously.
    const timer = setTimeout(() => {
      const kept = Object.entries(struck).map(([itemId, options]) => [itemId, [...options]]);
      writeTabMemory(attemptId, { number, struck: Object.fromEntries(kept) });
    }, 50);
    return () => clearTimeout(timer);
  }, [attemptId, number, struck]);

  /** Shows another question. `next` computes its number from the current one. */
  const turn = useCallback(
    (next: (from: number) => number) => {
      // Start writing typed text before the question leaves the screen.
      void controller.flush();
      setNumber((from) => Math.min(Math.max(1, next(from)), paper.items.length));
    },
    [controller, paper],
  );
  const go = useCallback((to: number) => turn(() => to), [turn]);
  const move = useCallback((by: 1 | -1) => turn((from) => from + by), [turn]);

  const actions = useMemo(
    (): QuestionActions => ({
      choose: (item: SittingItem, optionId: string) => {
        const before = controller.answerOf(item.id) ?? [];
        const after = applyChoice(item.type, before, optionId);
        if (after.join() !== before.join()) controller.choose(item.id, after);
        setStruck((all) => (all[item.id]?.has(optionId) ? toggleOption(all, item.id, optionId, false) : all));
        setNumber(item.number);
      },
      place: (item, value) => {
        controller.choose(item.id, value);
        setNumber(item.number);
      },
      write: (item, value) => {
        controller.type(item.id, value);
        setNumber(item.number);
      },
      strike: (item, optionId) => {
        // Striking out is only a visual mark; a chosen option cannot be struck out.
        if (controller.answerOf(item.id)?.includes(optionId)) return;
        setStruck((all) => toggleOption(all, item.id, optionId));
      },
      leaveField: () => void controller.flush(),
    }),
    [controller],
  );
  return { number, struck, go, move, setNumber, actions };
}
