import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { cn } from '../../../../lib/cn.ts';
import type { SittingItem } from '../../model/paper-order.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { type QuestionActions, PlayerQuestionView } from './question-view.tsx';

interface QuestionPaneProps {
  item: SittingItem;
  total: number;
  /** False if the pane is only laid out in advance, invisible and inert. */
  shown: boolean;
  desk: SittingController;
  struck: ReadonlySet<string> | undefined;
  actions: QuestionActions;
}

/**
 * Shows one question in its own scroll container. Neighbouring questions are laid out invisibly behind the current one, so that moving to them is
 * instant.
 */
export const QuestionPane = memo(function QuestionPane({ item, total, shown, desk, struck, actions }: QuestionPaneProps) {
  const pane = useRef<HTMLElement>(null);
  // A layout effect, so that it runs before the next key press: typing must go to the visible question, and Tab must start there.
  useLayoutEffect(() => {
    const left = shown ? null : document.activeElement;
    if (!(left instanceof HTMLElement) || pane.current?.contains(left) !== true) return;
    left.blur();
    const beside = pane.current.parentElement;
    // In the next frame, because moving the focus forces a layout.
    requestAnimationFrame(() => beside?.querySelector<HTMLElement>('[data-shown] [data-question-head]')?.focus({ preventScroll: true }));
  }, [shown]);
  useEffect(() => {
    if (shown) return undefined;
    for (const image of pane.current?.querySelectorAll('img') ?? []) void image.decode().catch(() => undefined);
    // Scroll back to the top for the next visit. This runs after the paint, because scrolling forces a layout.
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
      <PlayerQuestionView item={item} total={total} desk={desk} struck={struck} actions={actions} />
    </section>
  );
});
