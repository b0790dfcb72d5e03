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
import { useBankSize, useNearExams, useWaitingPapers, useFirstSteps } from '../home-queries.ts';
import { NearExams } from '../parts/near-exams.tsx';
import { PausedWebhooks } from '../parts/paused-webhooks.tsx';
import { WaitingApprovals, WaitingExams, WaitingPapers } from '../parts/waiting-lists.tsx';
import { useNow } from '../../../ui/use-now.ts';
import type { Role } from '../../../../sync/contract/roles.ts';
import { platformInfoAtom } from '../../../platform/pwa/platform-info.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { FirstSteps } from '../../../ui/first-steps.tsx';

/** First steps of an empty school, each with the page on which it is done. The role `school` means that only a school admin can open that page. */
const steps = [
  { key: 'staff', to: '/teacher/manage/teacher', role: 'school' },
  { key: 'classes', to: '/teacher/manage/class', role: 'school' },
  { key: 'people', to: '/teacher/student/index/import?type=7' },
  { key: 'questions', to: '/teacher/exam/questions/import' },
  { key: 'rooms', to: '/teacher/exam/exam-place' },
  { key: 'papers', to: '/teacher/exam/paper/create' },
  { key: 'plans', to: '/teacher/exam/exam-plan/create' },
] as const satisfies readonly { readonly key: string; readonly to: string; readonly role?: Role }[];

/** Guides an empty school to its first exam. The demo needs no guidance. */
function SchoolFirstSteps() {
  const { t } = useTranslation('home');
  const data = useFirstSteps(useCanChangeData());
  const { demo } = useAtomValue(platformInfoAtom);
  const user = useAtomValue(sessionUserAtom);
  if (demo || user === null || data === undefined) return null;
  const ownSteps = steps.filter((step) => !('role' in step) || user.roles.includes(step.role));
  return (
    <FirstSteps
      note={t('firstStepsText', { n: ownSteps.length })}
      steps={ownSteps.map(({ key, to }) => {
        const done = data[key] > 0;
        const text = done ? t(`stepHas.${key}`, { n: formatCount(data[key]) }) : t(`stepText.${key}`);
        return { title: t(`step.${key}`), text, isDone: done, to, linkText: t(`stepGo.${key}`) };
      })}
    />
  );
}

/** Shows a teacher today's open work. */
export function TeacherHomePage() {
  const { t } = useTranslation(['home', 'words']);
  const navigate = useNavigate();
  const canChange = useCanChangeData();
  const user = useAtomValue(sessionUserAtom);
  const exams = useNearExams();
  const papers = useWaitingPapers();
  const bank = useBankSize();
  const figure = (value: number | undefined, look = '') =>
    value === undefined ? <Skeleton className="inline-block h-4 w-10" /> : <span className={value > 0 ? look : ''}>{value}</span>;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('greeting', { name: user?.name ?? '' })}
        titleExtra={<span className="num text-[13px] text-muted-foreground">{formatDate(useNow())}</span>}
        actions={canChange && <DemoExamButton onStarted={({ planId }) => void navigate(`/teacher/exam/exam-plan/item/${planId}`)} />}
      />
      <ForRoles roles={['school']}>
        <PausedWebhooks />
      </ForRoles>
      <SchoolFirstSteps />
      <DutyList whenAny />
      <FigureStrip
        figures={[
          { label: t('figureExams'), value: figure(exams.data?.near.length) },
          { label: t('figureUnpublished'), value: figure(exams.data?.unpublished.length, 'text-kept-ink') },
          { label: t('figureUnassembled'), value: figure(papers.data?.waiting.length, 'text-kept-ink') },
          { label: t('words:papers'), value: figure(papers.data?.total) },
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
