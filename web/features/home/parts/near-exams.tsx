import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';
import { formatDate, formatTime } from '../../../lib/format-time.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { ExamStatusChip } from '../../../ui/entity/status-chip.tsx';
import { roundTimeLeft } from '../time-left.ts';
import { useNow } from '../../../ui/use-now.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

export type NearExamRow = CallOutput<(typeof examCalls)['getList']>['items'][number];

interface NearExamsProps {
  plans: readonly NearExamRow[] | undefined;
  error: Error | null;
  onRetry: () => void;
}

export function NearExams({ plans, error, onRetry }: NearExamsProps) {
  const { t } = useTranslation(['home', 'words']);
  return (
    <Panel
      title={t('examsNow')}
      aside={
        <Link to="/teacher/exam/exam-plan" className="rounded-sm text-[13px] text-primary hover:underline underline-offset-4">
          {t('allExams')}
        </Link>
      }
    >
      {plans === undefined && error !== null && <QueryFailure error={error} onRetry={onRetry} />}
      {plans === undefined && error === null && (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
      {plans?.length === 0 && (
        <EmptyState
          title={t('noExams')}
          action={
            <LinkButton variant="primary" to="/teacher/exam/exam-plan/create">
              {t('words:planCreate')}
            </LinkButton>
          }
        >
          {t('noExamsText')}
        </EmptyState>
      )}
      {plans !== undefined && plans.length > 0 && (
        <ul>
          {plans.map((plan) => (
            <NearExam key={plan.id} plan={plan} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function NearExam({ plan }: { plan: NearExamRow }) {
  const { t } = useTranslation('home');
  const nowMs = useNow();
  const hasBegun = plan.startMs <= nowMs;
  const { key, n } = roundTimeLeft(hasBegun ? plan.startMs + plan.durationMs - nowMs : plan.startMs - nowMs);
  const amount = t(key, { n });
  return (
    <li className="border-b last:border-b-0">
      <Link
        to={`/teacher/exam/exam-plan/item/${plan.id}`}
        className="num grid grid-cols-[84px_minmax(0,1fr)_auto] items-center gap-4 px-4 py-3 hover:bg-muted/55"
      >
        <span>
          <b className="block text-lg leading-tight font-semibold">{formatTime(plan.startMs)}</b>
          <span className="text-[12.5px] text-muted-foreground">{formatDate(plan.startMs)}</span>
        </span>
        <span className="min-w-0">
          <span className="block truncate font-medium">{plan.name}</span>
          <span className="block truncate text-[13px] text-muted-foreground">
            {[
              t(hasBegun ? 'endsIn' : 'startsIn', { amount }),
              hasBegun ? t('handedIn', { n: plan.handedInCount, of: plan.examineeCount }) : t('people', { count: plan.examineeCount }),
              plan.paperName,
            ].join(' · ')}
          </span>
        </span>
        <ExamStatusChip status={plan.status} />
      </Link>
    </li>
  );
}
