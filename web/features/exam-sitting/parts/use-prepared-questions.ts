import { useEffect } from 'react';
import type { SittingItem, SittingPaper } from '../model/paper-order.ts';
import { prepareHtml } from './rich-html.tsx';

const textsOf = (item: SittingItem): string[] => [item.stemHtml, ...item.options.map((option) => option.html)];

/** While the examinee reads, the questions that may come next are sanitised, a text at a time: turning to one then only shows it. */
export function usePreparedQuestions(paper: SittingPaper, number: number): void {
  useEffect(() => {
    const near = [...paper.items.slice(number, number + 3), ...paper.items.slice(Math.max(0, number - 2), number - 1)];
    const texts = near.flatMap(textsOf);
    // On a PC that is never idle one text at a time, rather than all of them when the question is turned to.
    const whenBusy = { timeout: 100 };
    let handle = requestIdleCallback(function prepare(deadline) {
      do prepareHtml(texts.shift() ?? '');
      while (texts.length > 0 && deadline.timeRemaining() > 2);
      if (texts.length > 0) handle = requestIdleCallback(prepare, whenBusy);
    }, whenBusy);
    return () => cancelIdleCallback(handle);
  }, [paper, number]);
}
