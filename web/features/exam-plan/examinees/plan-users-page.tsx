import { useTranslation } from '../../../lib/i18n.ts';
import { planState } from '../../../../sync/domain/exams/exam-machine.ts';
import { ExamUserStatusChip } from '../../../ui/entity/status-chip.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type Column, nameColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { listSeatColumns, type ExamPlan, type PlanExaminee, getPlanState } from '../exam-plan-queries.ts';
import { PersonList } from '../board/person-list.tsx';
import { PlanFrame } from '../frame/plan-frame.tsx';
import { PrintButton, PrintSignatures } from '../parts/print-parts.tsx';

/** Lists the examinees with their seats. The print of this page is the sign-in sheet. */
export function PlanUsersPage() {
  return <PlanFrame actions={<PrintButton />}>{(plan) => <People plan={plan} />}</PlanFrame>;
}

function People({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation(['examPlan', 'words']);
  const { t: code } = useTranslation('codes');
  const columns: Column<PlanExaminee>[] = [
    ...listSeatColumns(plan, t('words:seat')),
    nameColumn(t('words:personName'), (row) => row.name, { strong: true }),
    { key: 'ticket', header: t('words:ticketNo'), sort: 'ticketNo', width: 'w-48', value: (row) => row.ticketNo },
    statusColumn(
      'status',
      t('words:status'),
      (row) => <ExamUserStatusChip status={row.status} />,
      (row) => code(`examUserStatus.${row.status}`),
      { sort: 'status', width: 'w-40', only: 'screen' },
    ),
    {
      key: 'sign',
      header: t('signature'),
      width: 'w-40',
      fixed: true,
      only: 'paper',
      cell: () => <span className="inline-block w-full border-b border-black" />,
    },
  ];
  return (
    <>
      {getPlanState(plan) === planState.draft && plan.roomIds.length > 0 && <Strip tone="neutral">{t('seatsLater')}</Strip>}
      <PersonList name="exam-plan.people" caption={t('peopleCaption')} rows={plan.examinees} examineeOf={(row) => row} columns={columns} />
      <PrintSignatures signers={['signInvigilator', 'signSecond']} />
    </>
  );
}
