import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import { formatDate } from '../../../lib/format-time.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { DemoExamButton } from '../../../platform/choices/demo-exam-button.tsx';
import { NewsPanel } from '../../../platform/choices/news-panel.tsx';
import { DutyList } from '../../../platform/choices/duty-list.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { ForRoles } from '../../../platform/session/for-roles.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip } from '../../../ui/primitives/panel.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { useBankSize, useNearExams, useWaitingPapers } from '../home-queries.ts';
import { SchoolFirstSteps } from '../parts/first-steps.tsx';
import { NearExams } from '../parts/near-exams.tsx';
import { WaitingApprovals, WaitingExams, WaitingPapers } from '../parts/waiting-lists.tsx';
import { useNow } from '../../../ui/use-now.ts';

/** Shows a teacher today's open work. */
export function TeacherHomePage() {
  const { t } = useTranslation('home');
  const navigate = useNavigate();
  const canChange = useCanChangeData();
  const user = useAtomValue(sessionUserAtom);
  const exams = useNearExams();
  const papers = useWaitingPapers();
  const bank = useBankSize();
  const figure = (value: number | undefined, look = '') =>
    value === undefined ? <Skeleton className="my-1 h-4 w-10" /> : <span className={value > 0 ? look : ''}>{value}</span>;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('greeting', { name: user?.name ?? '' })}
        beside={<span className="num text-[13px] text-muted-foreground">{formatDate(useNow())}</span>}
        actions={canChange && <DemoExamButton onStarted={({ planId }) => void navigate(`/teacher/exam/exam-plan/item/${planId}`)} />}
      />
      <SchoolFirstSteps />
      <DutyList whenAny />
      <FigureStrip
        figures={[
          { label: t('figureExams'), value: figure(exams.data?.near.length) },
          { label: t('figureUnpublished'), value: figure(exams.data?.unpublished.length, 'text-kept-ink') },
          { label: t('figureUnassembled'), value: figure(papers.data?.waiting.length, 'text-kept-ink') },
          { label: t('figurePapers'), value: figure(papers.data?.total) },
          { label: t('figureQuestions'), value: figure(bank.data) },
        ]}
      />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_380px]">
        <NearExams plans={exams.data?.near} error={exams.error} onRetry={() => void exams.refetch()} />
        <div className="flex flex-col gap-3.5">
          <ForRoles roles={['school']}>
            <WaitingApprovals />
          </ForRoles>
          <WaitingExams plans={exams.data?.unpublished} />
          <WaitingPapers papers={papers.data?.waiting} />
          <NewsPanel />
        </div>
      </div>
    </div>
  );
}
