import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { cn } from '../../../lib/cn.ts';
import type { SittingItem } from '../model/paper-order.ts';
import type { SittingDesk } from '../model/sitting-desk.ts';
import { type QuestionActions, QuestionView } from './question-view.tsx';

interface QuestionPaneProps {
  item: SittingItem;
  total: number;
  /** False: laid out and out of reach, for when it is turned to. */
  shown: boolean;
  desk: SittingDesk;
  struck: ReadonlySet<string> | undefined;
  actions: QuestionActions;
}

/**
 * One question in a scroller of its own. Those beside the one that is read lie behind it, invisible and laid out: turning to one
 * only shows it.
 */
export const QuestionPane = memo(function QuestionPane({ item, total, shown, desk, struck, actions }: QuestionPaneProps) {
  const pane = useRef<HTMLElement>(null);
  // Before another key is heard: what is typed now is for the question that is read, and Tab begins there.
  useLayoutEffect(() => {
    const left = shown ? null : document.activeElement;
    if (!(left instanceof HTMLElement) || pane.current?.contains(left) !== true) return;
    left.blur();
    const beside = pane.current.parentElement;
    // With the frame: taking the focus lays the page out.
    requestAnimationFrame(() => beside?.querySelector<HTMLElement>('[data-shown] [data-question-head]')?.focus({ preventScroll: true }));
  }, [shown]);
  useEffect(() => {
    if (shown) return undefined;
    for (const image of pane.current?.querySelectorAll('img') ?? []) void image.decode().catch(() => undefined);
    // Whoever comes back begins at the top. After the paint: setting the place lays the page out.
    const timer = setTimeout(() => pane.current?.scrollTo(0, 0), 60);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <section
      ref={pane}
      data-scroller
      data-shown={shown || undefined}
      className={cn('scroll-slim absolute inset-0 contain-strict overflow-y-auto px-5 pt-[26px] pb-4', !shown && 'invisible')}
    >
      <QuestionView item={item} total={total} desk={desk} struck={struck} actions={actions} />
    </section>
  );
});
