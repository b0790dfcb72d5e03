import { Star } from 'lucide-react';
import { computeChangedMs, deriveStarId } from '../../../../sync/domain/learning/practice-own.ts';
import { cn } from '../../../lib/cn.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { getStarredIds } from '../own-paper.ts';
import type { PracticeState } from '../use-practice.ts';

/** Marks a question as a favourite; stored on this PC first. */
export function StarButton({ practice, questionId }: { practice: PracticeState; questionId: number }) {
  const { t } = useTranslation('exercise');
  const on = getStarredIds(practice.own.stars).has(questionId);
  const turn = (): void => {
    const id = deriveStarId(questionId);
    const before = practice.own.stars.find((star) => star.id === id);
    void practice.keep({ stars: [{ id, questionId, changedMs: computeChangedMs(Date.now(), before), removed: on }] });
  };
  return (
    <Button variant="ghost" aria-pressed={on} className="shrink-0" onClick={turn}>
      <Star aria-hidden fill={on ? 'currentColor' : 'none'} className={cn('size-4', on && 'text-kept')} />
      {t(on ? 'isStarred' : 'star')}
    </Button>
  );
}
