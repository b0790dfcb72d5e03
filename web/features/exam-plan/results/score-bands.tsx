import { useTranslation } from '../../../lib/i18n.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { type ExamPlan, usePlanPaper } from '../exam-plan-queries.ts';
import { countScoreBands } from '../board/plan-figures.ts';

/** Shows the distribution of points, from which staff judge how hard and how selective the paper is. */
export function ScoreBands({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('examPlan');
  const fullPoints = usePlanPaper(plan.paperId).data?.totalPoints;
  if (fullPoints === undefined) return null;
  const rows = countScoreBands(plan.examinees, fullPoints);
  const most = Math.max(1, ...rows.map((row) => row.count));
  return (
    <Panel title={t('distribution')} className="print:hidden">
      <ul className="num flex flex-col gap-1.5 px-3.5 py-3 text-[13px]">
        {rows.toReversed().map((row) => (
          <li key={row.from} className="grid grid-cols-[92px_1fr_44px] items-center gap-2">
            <span className="text-muted-foreground">{t('band', { from: row.from, to: row.to })}</span>
            <span className="h-4 rounded-sm bg-muted">
              <span className="block h-full rounded-sm bg-primary" style={{ width: `${(row.count / most) * 100}%` }} />
            </span>
            <span className="text-right">{t('bandCount', { count: row.count })}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
