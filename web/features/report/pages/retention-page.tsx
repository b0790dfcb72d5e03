import { Link } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { dateColumn, type Column } from '../../../ui/list/columns.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';

type RetainedExam = CallOutput<CallOfPath<'/archive/getRetention'>>['items'][number];

/** Lists the exams whose records need to be retained no longer. It deletes nothing. /teacher/exam/retention */
export function RetentionPage() {
  const { t } = useTranslation(['report', 'words']);
  const retentionQuery = useCall('/archive/getRetention', {}, { quiet: true });
  if (retentionQuery.error !== null && retentionQuery.data === undefined)
    return <QueryFailure error={retentionQuery.error} onRetry={() => void retentionQuery.refetch()} />;
  const columns: Column<RetainedExam>[] = [
    {
      key: 'name',
      header: t('exam'),
      fixed: true,
      cell: (row) => <Link to={`/teacher/exam/exam-plan/score/${row.planId}`}>{row.name}</Link>,
    },
    dateColumn('end', t('ended'), (row) => row.endMs, { style: 'day', width: 'w-32' }),
    { key: 'paper', header: t('paperUntil'), width: 'w-32', value: (row) => row.paperUntil },
    { key: 'electronic', header: t('electronicUntil'), width: 'w-32', value: (row) => row.until },
    { key: 'state', header: t('state'), width: 'w-32', cell: (row) => <Chip tone="kept">{t(row.isOver ? 'allOver' : 'paperOver')}</Chip> },
  ];
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader />
      {retentionQuery.data !== undefined && (
        <p className="max-w-4xl text-[13px] text-muted-foreground">
          {t('retentionHint', { paperYears: retentionQuery.data.paperYears, years: retentionQuery.data.years })}
        </p>
      )}
      <Panel title={t('retentionDue')}>
        <DataTable
          caption={t('retentionDue')}
          rows={retentionQuery.data?.items}
          keyOf={(row) => row.planId}
          columns={columns}
          empty={<EmptyState title={t('retentionNone')} />}
        />
      </Panel>
    </div>
  );
}
