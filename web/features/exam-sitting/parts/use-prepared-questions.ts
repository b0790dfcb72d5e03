import { startTransition, useEffect, useState } from 'react';
import type { SittingItem, SittingPaper } from '../model/paper-order.ts';
import { prepareHtml } from './rich-html.tsx';

const textsOf = (item: SittingItem): string[] => [item.stemHtml, ...item.options.map((option) => option.html)];

/**
 * While the examinee reads, the questions that may come next are sanitised, a text at a time, and the next one is drawn: turning
 * to it then only shows it. Gives the numbers of those to draw, the one that is read among them.
 */
export function usePreparedQuestions(paper: SittingPaper, number: number): readonly number[] {
  const [drawn, setDrawn] = useState<readonly number[]>([number]);
  useEffect(() => {
    const near = [...paper.items.slice(number, number + 3), ...paper.items.slice(Math.max(0, number - 2), number - 1)];
    const texts = near.flatMap(textsOf);
    // On a PC that is never idle one text at a time, rather than all of them when the question is turned to.
    const whenBusy = { timeout: 100 };
    let handle = requestIdleCallback(function prepare(deadline) {
      if (texts.length === 0) {
        // The one that was left stays drawn: it may be turned back to.
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
