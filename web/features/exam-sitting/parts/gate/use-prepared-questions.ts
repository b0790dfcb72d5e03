import { startTransition, useEffect, useState } from 'react';
import type { SittingItem, SittingPaper } from '../../model/paper-order.ts';
import { prepareHtml } from '../answers/rich-html.tsx';

const textsOf = (item: SittingItem): string[] => [item.stemHtml, ...item.options.map((option) => option.html)];

/**
 * Prepares neighbouring questions while the examinee reads: checks their texts one at a time and renders the next question invisibly, so that
 * moving to it is instant. Returns the numbers of the questions to render, including the current one.
 */
export function usePreparedQuestions(paper: SittingPaper, number: number): readonly number[] {
  const [drawn, setDrawn] = useState<readonly number[]>([number]);
  useEffect(() => {
    const near = [...paper.items.slice(number, number + 3), ...paper.items.slice(Math.max(0, number - 2), number - 1)];
    const texts = near.flatMap(textsOf);
    // On a PC that is never idle, process one text at a time rather than all texts when the examinee moves on.
    const whenBusy = { timeout: 100 };
    let handle = requestIdleCallback(function prepare(deadline) {
      if (texts.length === 0) {
        // Keep the previous question rendered, because the examinee may go back.
        startTransition(() => setDrawn((before) => [...before.filter((n) => n === number - 1), number, number + 1]));
        return;
      }
      do prepareHtml(texts.shift() ?? '');
      while (texts.length > 0 && deadline.timeRemaining() > 2);
      handle = requestIdleCallback(prepare, whenBusy);
    }, whenBusy);
    return () => cancelIdleCallback(handle);
  }, [paper, number]);
  return drawn.includes(number) ? drawn : [...drawn, number];
}
