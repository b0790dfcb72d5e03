import { useEffect, useRef } from 'react';
import { cn } from '../../../../lib/cn.ts';
import { formatNumberedTitle } from '../../model/card-state.ts';
import type { SittingPaper } from '../../model/paper-order.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { PlayerQuestionView, type QuestionActions } from './question-view.tsx';

const scrolling = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
const settleMs = 1_500;

interface SectionViewProps {
  paper: SittingPaper;
  number: number;
  controller: SittingController;
  struck: Readonly<Record<string, ReadonlySet<string>>>;
  actions: QuestionActions;
  /** Called when the user scrolls to another question; the keyboard then acts on that question. */
  onReach: (number: number) => void;
}

/** Shows a whole section or the whole paper on one page. A bar marks the current question, on which the keyboard acts. */
export function SectionView({ paper, number, controller, struck, actions, onReach }: SectionViewProps) {
  const list = useRef<HTMLDivElement>(null);
  const reached = useRef(0);
  const sectionIndex = paper.items[number - 1]?.sectionIndex ?? 0;
  const sections = paper.sections
    .map((section, at) => ({ section, at }))
    .filter(({ at }) => paper.layout === 'paper' || at === sectionIndex);
  const pageFrom = sections[0]?.at;

  useEffect(() => {
    if (reached.current === number) return undefined;
    reached.current = number;
    const bring = () => {
      const rows = list.current?.querySelectorAll('[data-number]');
      const row = list.current?.querySelector(`[data-number="${number}"]`);
      if (row === rows?.[0]) return list.current?.closest('[data-scroller]')?.scrollTo(0, 0);
      // For the first question of a section, scroll to the section's heading.
      (row?.previousElementSibling === null ? row.closest('section') : row)?.scrollIntoView({ block: 'start' });
    };
    bring();
    // Questions out of sight have only an estimated height. Scroll again after those above have been rendered.
    const frame = requestAnimationFrame(bring);
    return () => cancelAnimationFrame(frame);
  }, [number]);

  useEffect(() => {
    const scroller = list.current?.closest('[data-scroller]');
    if (!list.current || !scroller) return undefined;
    // Only scrolling by the user changes the current question, not a layout that has not settled yet.
    let scrolledAt = Number.NEGATIVE_INFINITY;
    const note = () => {
      scrolledAt = performance.now();
    };
    for (const kind of scrolling) scroller.addEventListener(kind, note, { passive: true });
    // A narrow band in the upper part of the window: the question that crosses it is being read.
    const observer = new IntersectionObserver(
      (entries) => {
        const at = Number(entries.find((each) => each.isIntersecting)?.target.getAttribute('data-number'));
        if (!at || at === reached.current || performance.now() - scrolledAt > settleMs) return;
        reached.current = at;
        onReach(at);
      },
      { root: scroller, rootMargin: '-22% 0px -76% 0px' },
    );
    for (const row of list.current.querySelectorAll('[data-number]')) observer.observe(row);
    return () => {
      observer.disconnect();
      for (const kind of scrolling) scroller.removeEventListener(kind, note);
    };
  }, [pageFrom, paper.layout, onReach]);

  return (
    <div ref={list}>
      {sections.map(({ section, at }) => (
        <section key={at} aria-label={formatNumberedTitle(section.title, at)} className="scroll-mt-6">
          <h2 className="mb-5 text-[15px] font-semibold">{formatNumberedTitle(section.title, at)}</h2>
          <div>
            {section.items.map((item) => (
              <div
                key={item.id}
                data-number={item.number}
                className={cn(
                  '-ml-5 scroll-mt-6 border-l-[3px] pb-8 pl-[17px] [contain-intrinsic-size:auto_360px] [content-visibility:auto]',
                  item.number === number ? 'border-primary' : 'border-transparent',
                )}
              >
                <PlayerQuestionView
                  item={item}
                  total={paper.items.length}
                  controller={controller}
                  struckOptions={struck[item.id]}
                  actions={actions}
                />
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
