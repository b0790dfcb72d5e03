import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { questionStatus, userStatus } from '../../../../sync/contract/codes.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { useApprovals } from '../home-queries.ts';
import type { NearExamRow } from './near-exams.tsx';

interface WaitingItem {
  readonly id: number;
  readonly name: string;
  readonly note: string;
  readonly to: string;
}

const shownAtOnce = 6;

interface WaitingListProps {
  title: string;
  nothing: string;
  linkText: string;
  rows: readonly WaitingItem[] | undefined;
  /** Number of waiting items if a row stands for several; defaults to the number of rows. */
  count?: number;
}

/** Lists the user's open work, each item with a link. */
export function WaitingList({ title, nothing, linkText, rows, count = rows?.length }: WaitingListProps) {
  let body: ReactNode;
  // Keep the height of an empty list while the rows are loading, so that the lists below do not move.
  if (rows === undefined || rows.length === 0) {
    const text = rows === undefined ? <Skeleton className="inline-block h-3 w-2/3" /> : nothing;
    body = <p className="px-4 py-5 text-[13px] text-muted-foreground">{text}</p>;
  } else {
    body = (
      <ul>
        {rows.slice(0, shownAtOnce).map((row) => (
          <li key={row.id} className="flex items-center gap-3 border-b px-4 py-2.5 last:border-b-0">
            <span className="min-w-0 grow">
              <span className="block truncate">{row.name}</span>
              <span className="num block text-[12.5px] text-muted-foreground">{row.note}</span>
            </span>
            <Link to={row.to} className="shrink-0 rounded-sm text-[13px] text-primary hover:underline underline-offset-4">
              {linkText}
            </Link>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <Panel
      title={title}
      aside={
        rows !== undefined &&
        rows.length > 0 && (
          <Chip tone="kept" mark="ring" className="num">
            {count}
          </Chip>
        )
      }
    >
      {body}
    </Panel>
  );
}

export function WaitingExams({ plans }: { plans: readonly NearExamRow[] | undefined }) {
  const { t } = useTranslation('home');
  return (
    <WaitingList
      title={t('unpublished')}
      nothing={t('nothingUnpublished')}
      linkText={t('publish')}
      rows={plans?.map((plan) => ({
        id: plan.id,
        name: plan.name,
        note: formatDateTime(plan.startMs),
        to: `/teacher/exam/exam-plan/item/${plan.id}`,
      }))}
    />
  );
}

/** Lists open approvals for the school admin, one row per kind. */
export function WaitingApprovals() {
  const { t } = useTranslation('home');
  const data = useApprovals();
  const rows = data && [
    {
      id: 1,
      name: t('applyingStudents'),
      count: data.students,
      note: t('waitingPeople', { count: data.students }),
      to: `/teacher/student/index?status=${userStatus.applying}`,
    },
    {
      id: 2,
      name: t('applyingOthers'),
      count: data.others,
      note: t('waitingPeople', { count: data.others }),
      to: `/teacher/manage/teacher?status=${userStatus.applying}`,
    },
    {
      id: 3,
      name: t('questionsInReview'),
      count: data.questions,
      note: t('waitingQuestions', { count: data.questions }),
      to: `/teacher/exam/questions?status=${questionStatus.inReview}`,
    },
  ];
  const waitingRows = rows?.filter((row) => row.count > 0);
  return (
    <WaitingList
      title={t('approvals')}
      nothing={t('nothingToApprove')}
      linkText={t('approve')}
      rows={waitingRows}
      count={waitingRows?.reduce((sum, row) => sum + row.count, 0) ?? 0}
    />
  );
}

export function WaitingPapers({
  papers,
}: {
  papers: readonly { readonly id: number; readonly name: string; readonly updatedMs: number }[] | undefined;
}) {
  const { t } = useTranslation('home');
  return (
    <WaitingList
      title={t('unassembled')}
      nothing={t('nothingUnassembled')}
      linkText={t('assemble')}
      rows={papers?.map((paper) => ({
        id: paper.id,
        name: paper.name,
        note: formatDateTime(paper.updatedMs),
        to: `/teacher/exam/paper-form/${paper.id}`,
      }))}
    />
  );
}
