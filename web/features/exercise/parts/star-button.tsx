import { Star } from 'lucide-react';
import { changedAfter, starId } from '../../../../sync/machines/practice-own.ts';
import { cn } from '../../../lib/cn.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { starred } from '../own-paper.ts';
import type { Practice } from '../use-practice.ts';

/** Marks a question as a favourite; stored on this PC first. */
export function StarButton({ practice, questionId }: { practice: Practice; questionId: number }) {
  const { t } = useTranslation('exercise');
  const on = starred(practice.own.stars).has(questionId);
  const turn = (): void => {
    const id = starId(questionId);
    const before = practice.own.stars.find((star) => star.id === id);
    void practice.keep({ stars: [{ id, questionId, changedMs: changedAfter(Date.now(), before), removed: on }] });
  };
  return (
    <Button variant="ghost" aria-pressed={on} className="shrink-0" onClick={turn}>
      <Star aria-hidden fill={on ? 'currentColor' : 'none'} className={cn('size-4', on && 'text-kept')} />
      {t(on ? 'isStarred' : 'star')}
    </Button>
  );
}
