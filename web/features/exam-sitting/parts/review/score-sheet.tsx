import { useTranslation } from '../../../../lib/i18n.ts';
import type { CallOutput } from '../../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../../sync/contract/exams/exam.ts';
import { cn } from '../../../../lib/cn.ts';
import { PassChip } from '../../../../ui/entity/pass-chip.tsx';
import { formatNumberedTitle } from '../../model/card-state.ts';
import { classifyItemResult, type ItemResult, numberSections } from '../../model/score-view.ts';

export type OwnScore = CallOutput<(typeof examCalls)['myScore']>;

const looks: Record<ItemResult, { sign: string; look: string; ink: string }> = {
  right: { sign: '✓', look: 'border-delivered/60 bg-delivered-soft text-delivered', ink: '' },
  wrong: { sign: '✕', look: 'border-input bg-card', ink: 'text-seal' },
  partly: { sign: '◐', look: 'border-kept/60 bg-kept-soft text-kept-ink', ink: '' },
  waiting: { sign: '…', look: 'border-border bg-muted text-muted-foreground', ink: '' },
};

/** Shows the score, and the result of each section and item. */
export function OwnScoreSheet({ score }: { score: OwnScore }) {
  const { t } = useTranslation('examAround');
  return (
    <div className="space-y-4">
      <section aria-label={t('score.title')} className="flex flex-wrap items-end gap-x-8 gap-y-3 rounded-xl border bg-card px-7 py-6">
        <p className="num text-[56px] leading-none font-bold">
          {score.points}
          <span className="ml-2 text-lg font-normal text-muted-foreground">{t('score.outOf', { total: score.totalPoints })}</span>
        </p>
        <div className="mb-1 flex items-center gap-3">
          <PassChip passed={score.passed} className="px-3 py-0.5 text-[15px] font-semibold" />
          <span className="text-muted-foreground">{t('score.passLine', { pass: score.passPoints })}</span>
        </div>
        <div className="relative mt-1 h-2 w-full rounded-full bg-muted" aria-hidden>
          <div
            className={cn('h-full rounded-full', score.passed ? 'bg-delivered' : 'bg-muted-foreground')}
            style={{ width: `${(100 * score.points) / Math.max(1, score.totalPoints)}%` }}
          />
          <i
            className="absolute -top-1 h-4 w-0.5 bg-foreground"
            style={{ left: `${(100 * score.passPoints) / Math.max(1, score.totalPoints)}%` }}
          />
        </div>
      </section>
      {numberSections(score).map((section, index) => (
        <section key={index} aria-label={formatNumberedTitle(section.title, index)} className="rounded-xl border bg-card px-5 py-4">
          <h2 className="mb-3 flex flex-wrap items-baseline gap-x-3 text-[15px] font-semibold">
            {formatNumberedTitle(section.title, index)}
            <span className="num text-[13px] font-normal text-muted-foreground">
              {t('score.rightCount', { right: section.rightCount, count: section.items.length })}
            </span>
            <span className="num ml-auto text-sm">{t('score.section', { points: section.points, max: section.max })}</span>
          </h2>
          <ol className="grid grid-cols-[repeat(auto-fill,minmax(52px,1fr))] gap-1.5">
            {section.items.map((item) => {
              const result = classifyItemResult(item);
              const text = t('score.item', {
                number: item.number,
                result: t(`score.${result}`),
                points: item.points ?? '–',
                max: item.max,
              });
              return (
                <li
                  key={item.itemId}
                  title={text}
                  className={cn('num flex h-9 items-center justify-center gap-1 rounded-md border text-[13px]', looks[result].look)}
                >
                  <span className="sr-only">{text}</span>
                  <span aria-hidden>{item.number}</span>
                  <span aria-hidden className={cn('font-semibold', looks[result].ink)}>
                    {looks[result].sign}
                  </span>
                </li>
              );
            })}
          </ol>
        </section>
      ))}
      <p className="text-[13px] text-muted-foreground">{t('score.legend')}</p>
    </div>
  );
}
