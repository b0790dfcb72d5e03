import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { formatPercent } from '../../../lib/format-number.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { formatPercentOrDash, computePassRate } from '../figure-text.ts';

type Overview = CallOutput<CallOfPath<'/progress/getOverview'>>;
const height = 132;

/** Shows totals over the filtered learners and the distribution of mean scores. */
export function LearnerOverview({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation('progress');
  if (overview === undefined) return <Skeleton className="h-48 w-full rounded-xl" />;
  const { students, exams, sat, absent, scored, passed, average, spread } = overview;
  const any = spread.some((count) => count > 0);
  return (
    <>
      <FigureStrip
        figures={[
          { label: t('students'), value: students },
          { label: t('figures.exams'), value: exams },
          { label: t('figures.sat'), value: sat },
          { label: t('figures.absent'), value: absent },
          { label: t('averageRate'), value: formatPercentOrDash(average) },
          {
            label: t('passRate'),
            value: formatPercentOrDash(computePassRate(passed, scored)),
            ...(scored === 0 ? {} : { note: <span className="max-xl:hidden">{t('passRateNote', { passed, scored })}</span> }),
          },
        ]}
      />
      {any && (
        <div>
          <Panel title={t('spread')} bodyClassName="px-3 pb-2">
            <Chart
              kind="bars"
              title={t('spread')}
              axis={t('band')}
              series={[{ key: 'count', name: t('students') }]}
              points={spread.map((count, tenth) => ({ name: `${tenth * 10}–${formatPercent((tenth + 1) / 10)}`, figures: { count } }))}
              unit={t('people')}
              height={height}
            />
          </Panel>
        </div>
      )}
    </>
  );
}
