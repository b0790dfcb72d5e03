import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { FigureStrip, Panel } from '../../../ui/panel.tsx';
import type { Plan, PlanExaminee } from '../exam-plan-queries.ts';
import { PlanFrame } from '../parts/plan-frame.tsx';
import { ScoreBands } from '../parts/score-bands.tsx';
import { ranking, scoreFigures } from '../plan-figures.ts';

export function PlanScoresPage() {
  const { t } = useTranslation('examPlan');
  return (
    <PlanFrame
      actions={
        <Button onClick={() => window.print()}>
          <Printer />
          {t('print')}
        </Button>
      }
    >
      {(plan) => <Scores plan={plan} />}
    </PlanFrame>
  );
}

function Result({ examinee }: { examinee: PlanExaminee }) {
  const { t } = useTranslation('examPlan');
  if (examinee.passed === null) return null;
  return (
    <Chip tone={examinee.passed ? 'delivered' : 'neutral'} mark={examinee.passed ? 'dot' : 'square'}>
      {t(examinee.passed ? 'passed' : 'failed')}
    </Chip>
  );
}

function Scores({ plan }: { plan: Plan }) {
  const { t } = useTranslation('examPlan');
  const figures = scoreFigures(plan.examinees);
  const columns: Column<ReturnType<typeof ranking>[number]>[] = [
    { key: 'rank', header: t('rank'), width: 'w-16', align: 'right', cell: (row) => row.rank },
    { key: 'name', header: t('person'), cell: (row) => <span className="font-medium">{row.examinee.name}</span> },
    {
      key: 'ticket',
      header: t('ticketNo'),
      width: 'w-40',
      cell: (row) => <span className="text-muted-foreground">{row.examinee.ticketNo}</span>,
    },
    { key: 'answered', header: t('answered'), width: 'w-20', align: 'right', cell: (row) => row.examinee.answered },
    {
      key: 'points',
      header: t('points'),
      width: 'w-24',
      align: 'right',
      cell: (row) => <b className="font-semibold">{row.examinee.points}</b>,
    },
    { key: 'result', header: t('result'), width: 'w-28', cell: (row) => <Result examinee={row.examinee} /> },
  ];
  if (figures === null) {
    return (
      <Panel>
        <EmptyState title={t('noScores')}>{t('noScoresText')}</EmptyState>
      </Panel>
    );
  }
  return (
    <>
      <FigureStrip
        figures={[
          { label: t('scored'), value: figures.scored, note: `/ ${plan.examinees.length}` },
          { label: t('passed'), value: figures.passed },
          { label: t('passRate'), value: `${((figures.passed / figures.scored) * 100).toFixed(1)}%` },
          { label: t('average'), value: figures.average.toFixed(1) },
          { label: t('highest'), value: figures.highest },
        ]}
      />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_320px]">
        <Panel>
          <DataTable caption={t('scoresCaption')} columns={columns} rows={ranking(plan.examinees)} keyOf={(row) => row.examinee.userId} />
        </Panel>
        <ScoreBands plan={plan} />
      </div>
    </>
  );
}
