import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { PlanRow } from './near-exams.tsx';

interface Waiting {
  readonly id: number;
  readonly name: string;
  readonly note: string;
  readonly to: string;
}

const shownAtOnce = 6;

interface WaitingListProps {
  title: string;
  nothing: string;
  go: string;
  rows: readonly Waiting[] | undefined;
}

/** What waits for this person, each with the way to it. */
export function WaitingList({ title, nothing, go, rows }: WaitingListProps) {
  let body: ReactNode;
  if (rows === undefined) body = <Skeleton className="m-4 h-9" />;
  else if (rows.length === 0) body = <p className="px-4 py-5 text-[13px] text-muted-foreground">{nothing}</p>;
  else {
    body = (
      <ul>
        {rows.slice(0, shownAtOnce).map((row) => (
          <li key={row.id} className="flex items-center gap-3 border-b px-4 py-2.5 last:border-b-0">
            <span className="min-w-0 grow">
              <span className="block truncate">{row.name}</span>
              <span className="num block text-[12.5px] text-muted-foreground">{row.note}</span>
            </span>
            <Link to={row.to} className="shrink-0 rounded-sm text-[13px] text-primary hover:underline underline-offset-4">
              {go}
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
            {rows.length}
          </Chip>
        )
      }
    >
      {body}
    </Panel>
  );
}

export function WaitingExams({ plans }: { plans: readonly PlanRow[] | undefined }) {
  const { t } = useTranslation('home');
  return (
    <WaitingList
      title={t('unpublished')}
      nothing={t('nothingUnpublished')}
      go={t('publish')}
      rows={plans?.map((plan) => ({
        id: plan.id,
        name: plan.name,
        note: formatDateTime(plan.startMs),
        to: `/teacher/exam/exam-plan/item/${plan.id}`,
      }))}
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
      go={t('assemble')}
      rows={papers?.map((paper) => ({
        id: paper.id,
        name: paper.name,
        note: formatDateTime(paper.updatedMs),
        to: `/teacher/exam/paper-form/${paper.id}`,
      }))}
    />
  );
}
