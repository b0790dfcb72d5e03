import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams } from 'react-router-dom';
import { examStatus, recordStatus } from '../../../../sync/contract/codes.ts';
import { toRecordStatus } from '../../../../sync/domain/exams/exam-user-status.ts';
import { formatMean, formatPercent } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { PassChip } from '../../../ui/entity/pass-chip.tsx';
import { ExamUserStatusChip } from '../../../ui/entity/status-chip.tsx';
import type { Column } from '../../../ui/list/table-columns.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { type ExamPlan, useExamPlan, usePlanPaper } from '../exam-plan-queries.ts';
import { ArchiveButton } from './archive-button.tsx';
import { ItemAnalysis } from './item-analysis.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { PersonList } from '../board/person-list.tsx';
import { PlanFrame } from '../frame/plan-frame.tsx';
import { PrintButton } from '../seating/print-button.tsx';
import { PrintSignatures } from '../parts/print-signatures.tsx';
import { ReleasePanel } from './release-panel.tsx';
import { usePartScores } from './score-queries.ts';
import { rankExaminees, computeScoreFigures, countScoreBands } from '../board/plan-figures.ts';
import { mutedColumn, nameColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';

/** /teacher/exam/exam-plan/score/{plan}: ranking, score statistics, release and reviews. */
export function PlanScoresPage() {
  return <PlanFrame actions={<ScoreActions />}>{(plan) => <Scores plan={plan} />}</PlanFrame>;
}

function ScoreActions() {
  const { t } = useTranslation('score');
  const { planId } = useParams();
  const mayChange = useCanChangeData();
  const plan = useExamPlan(Number(planId));
  return (
    <>
      {mayChange && plan.data?.release.releasedMs != null && <ArchiveButton planId={plan.data.id} />}
      <Button asChild>
        <Link to={`/teacher/exam/exam-plan/report/${planId}`}>{t('reports')}</Link>
      </Button>
      <Button asChild>
        <Link to={`/teacher/exam/exam-plan/certificate/${planId}`}>{t('certificates')}</Link>
      </Button>
      <PrintButton />
    </>
  );
}

type Row = ReturnType<typeof rankExaminees>[number];

function Scores({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('examPlan');
  const { t: ui } = useTranslation('ui');
  const { t: part } = useTranslation('planPart');
  const { t: code } = useTranslation('codes');
  const figures = computeScoreFigures(plan.examinees);
  const whole = usePartScores(plan.id, plan.parts.length > 1);
  const standings = new Map(whole.data?.items.map((each) => [each.userId, each]));
  const isOver = plan.status === examStatus.ended;
  const columns: Column<Row>[] = [
    numberColumn('rank', t('rank'), (row) => row.rank, { sort: 'rank', width: 'w-20' }),
    nameColumn(t('person'), (row) => row.examinee.name, { strong: true }),
    mutedColumn('ticket', t('ticketNo'), (row) => row.examinee.ticketNo, { sort: 'ticketNo', width: 'w-40' }),
    numberColumn('answered', t('answered'), (row) => row.examinee.answered, { sort: 'answered', width: 'w-24' }),
    {
      key: 'points',
      header: t('points'),
      sort: 'points',
      width: 'w-24',
      align: 'right',
      cell: (row) => <b className="font-semibold">{row.examinee.points}</b>,
      value: (row) => row.examinee.points,
    },
    statusColumn(
      'result',
      t('result'),
      ({ examinee }) =>
        examinee.passed === null || toRecordStatus(examinee.status) !== recordStatus.normal ? (
          <ExamUserStatusChip status={examinee.status} />
        ) : (
          <PassChip passed={examinee.passed} />
        ),
      ({ examinee }) =>
        examinee.passed === null ? code(`examUserStatus.${examinee.status}`) : ui(examinee.passed ? 'passed' : 'notPassed'),
      { width: 'w-28' },
    ),
    // Status as reported to the record system: normal, cheating or absent.
    {
      key: 'recordStatus',
      header: t('recordStatus'),
      width: 'w-24',
      value: ({ examinee }) => (isOver ? code(`recordStatus.${toRecordStatus(examinee.status)}`) : '–'),
    },
    ...(whole.data?.parts ?? []).map(({ part: kind }, at): Column<Row> => ({
      key: `part-${kind}`,
      header: part(`part_${kind}`),
      width: 'w-24',
      align: 'right',
      cell: ({ examinee }) => {
        const own = standings.get(examinee.userId)?.parts[at];
        return (
          <span className={own?.points != null && !own.passed ? 'text-kept-ink underline decoration-dotted' : ''}>
            {own?.points ?? '–'}
          </span>
        );
      },
      value: ({ examinee }) => standings.get(examinee.userId)?.parts[at]?.points ?? null,
    })),
    ...(whole.data === undefined
      ? []
      : [
          {
            key: 'everyPart',
            header: t('everyPart'),
            width: 'w-28',
            cell: ({ examinee }: Row) => {
              const own = standings.get(examinee.userId);
              return own?.parts.every(({ points }) => points !== null) === true && <PassChip passed={own.passed} />;
            },
            value: ({ examinee }: Row) => {
              const own = standings.get(examinee.userId);
              return own?.parts.every(({ points }) => points !== null) === true ? ui(own.passed ? 'passed' : 'notPassed') : '';
            },
          } satisfies Column<Row>,
        ]),
  ];
  if (figures === null) {
    return (
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_352px]">
        <Panel>
          <EmptyState title={t('noScores')}>{t('noScoresText')}</EmptyState>
        </Panel>
        {plan.status !== examStatus.notEnabled && <ReleasePanel plan={plan} />}
      </div>
    );
  }
  return (
    <>
      <FigureStrip
        figures={[
          { label: t('scored'), value: figures.scored, note: `/ ${plan.examinees.length}` },
          { label: t('passed'), value: figures.passed },
          { label: t('passRate'), value: formatPercent(figures.passed / figures.scored, 1) },
          { label: t('average'), value: formatMean(figures.average) },
          { label: t('highest'), value: figures.highest },
        ]}
      />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_352px]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <PersonList
            name="exam-plan.scores"
            caption={t('scoresCaption')}
            rows={rankExaminees(plan.examinees)}
            examineeOf={(row) => row.examinee}
            columns={columns}
          />
          <PrintSignatures signers={['signEntered', 'signChecked', 'signHead']} />
          <ItemAnalysis planId={plan.id} planName={plan.name} />
        </div>
        <div className="flex flex-col gap-3.5">
          <ReleasePanel plan={plan} />
          <ReviewPanel planId={plan.id} />
          <ScoreBands plan={plan} />
        </div>
      </div>
    </>
  );
}

/** Shows the distribution of points, from which staff judge how hard and how selective the paper is. */
function ScoreBands({ plan }: { plan: ExamPlan }) {
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
