import { useTranslation } from '../../../../lib/i18n.ts';
import type { CallOutput } from '../../../../../sync/contract/call.ts';
import type { CallOfPath } from '../../../../platform/api/call-path.ts';
import { Panel } from '../../../../ui/primitives/panel.tsx';

type Figures = CallOutput<CallOfPath<'/enroll/getCounts'>>;

/** Draws a horizontal bar chart; the largest count fills the width. */
function Bars({ title, rows }: { title: string; rows: readonly { name: string; count: number }[] }) {
  const { t } = useTranslation('application');
  const all = rows.reduce((sum, row) => sum + row.count, 0);
  const most = Math.max(1, ...rows.map((row) => row.count));
  return (
    <Panel title={title} bodyClassName="p-3.5">
      {rows.length === 0 && <p className="text-[13px] text-muted-foreground">{t('chartNothing')}</p>}
      <ul className="flex flex-col gap-1.5">
        {rows.map(({ name, count }) => (
          <li key={name} className="grid grid-cols-[6rem_1fr_5.5rem] items-center gap-2 text-[13px]">
            <span className="truncate">{name}</span>
            <span className="h-2.5 rounded-sm bg-primary" style={{ width: `${(count / most) * 100}%` }} />
            <span className="num text-right">
              {count} <span className="text-muted-foreground">{Math.round((count / Math.max(1, all)) * 100)}%</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Charts of submissions and decisions by day, decisions by reviewer, and applicants by origin. */
export function EnrollCharts({ figures }: { figures: Figures }) {
  const { t } = useTranslation('application');
  const most = Math.max(1, ...figures.days.map((day) => Math.max(day.submitted, day.decided)));
  const all = figures.sources.reduce((sum, row) => sum + row.count, 0);
  const came = figures.days.reduce((sum, day) => sum + day.submitted, 0);
  const decided = figures.days.reduce((sum, day) => sum + day.decided, 0);
  return (
    <div className="mt-3.5 grid gap-3.5 lg:grid-cols-[2fr_1fr]">
      <Panel title={t('chartDays', { came, decided })} bodyClassName="p-3.5">
        <ol className="flex h-32 items-end gap-1.5">
          {figures.days.map((day) => (
            <li key={day.day} title={t('chartDay', day)} className="flex min-w-0 grow flex-col items-center gap-1">
              <span className="num text-[13px] text-muted-foreground">{day.submitted === 0 ? '' : day.submitted}</span>
              <span className="flex h-20 w-full items-end justify-center gap-0.5">
                <span
                  className="w-2/5 [background-image:repeating-linear-gradient(135deg,var(--primary)_0_2px,transparent_2px_5px)]"
                  style={{ height: `${(day.submitted / most) * 100}%` }}
                />
                <span className="w-2/5 bg-primary" style={{ height: `${(day.decided / most) * 100}%` }} />
              </span>
              <span className="num text-[12px] text-muted-foreground">{day.day.slice(5)}</span>
            </li>
          ))}
        </ol>
      </Panel>
      <Bars title={t('chartSources', { count: all })} rows={figures.sources.map(({ source, count }) => ({ name: source, count }))} />
      <Panel title={t('chartReviewers')} bodyClassName="p-3.5">
        {figures.reviewers.length === 0 && <p className="text-[13px] text-muted-foreground">{t('chartNothing')}</p>}
        <ul className="flex flex-col gap-1.5 text-[13px]">
          {figures.reviewers.map(({ name, approved, returned }) => (
            <li key={name} className="flex justify-between gap-3">
              <span>{name}</span>
              <span className="num text-muted-foreground">{t('reviewerCounts', { approved, returned })}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Bars title={t('chartProfessions')} rows={figures.professions.map(({ profession, count }) => ({ name: profession, count }))} />
    </div>
  );
}
