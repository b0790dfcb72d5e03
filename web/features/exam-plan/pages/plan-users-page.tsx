import { useTranslation } from '../../../lib/i18n.ts';
import { planState } from '../../../../sync/machines/exam-machine.ts';
import { ExamUserStatusChip } from '../../../ui/status-chip.tsx';
import { Strip } from '../../../ui/strip.tsx';
import type { Column } from '../../../ui/table-columns.ts';
import { hasSeats, type Plan, type PlanExaminee } from '../exam-plan-queries.ts';
import { stateOf } from '../plan-state.ts';
import { PersonList } from '../parts/person-list.tsx';
import { PlanFrame } from '../parts/plan-frame.tsx';
import { PrintButton } from '../parts/print-button.tsx';
import { PrintSignatures } from '../parts/print-signatures.tsx';

/** Lists the examinees with their seats. The print of this page is the sign-in sheet. */
export function PlanUsersPage() {
  return <PlanFrame actions={<PrintButton />}>{(plan) => <People plan={plan} />}</PlanFrame>;
}

function People({ plan }: { plan: Plan }) {
  const { t } = useTranslation('examPlan');
  const { t: code } = useTranslation('codes');
  const columns: Column<PlanExaminee>[] = [
    ...(hasSeats(plan)
      ? [{ key: 'seat', header: t('seat'), sort: 'seat', width: 'w-36', value: (row: PlanExaminee) => row.seatLabel }]
      : []),
    {
      key: 'name',
      header: t('person'),
      sort: 'name',
      fixed: true,
      cell: (row) => <span className="font-medium">{row.name}</span>,
      value: (row) => row.name,
    },
    { key: 'ticket', header: t('ticketNo'), sort: 'ticketNo', width: 'w-48', value: (row) => row.ticketNo },
    {
      key: 'status',
      header: t('status'),
      sort: 'status',
      width: 'w-40',
      only: 'screen',
      cell: (row) => <ExamUserStatusChip status={row.status} />,
      value: (row) => code(`examUserStatus.${row.status}`),
    },
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
      {stateOf(plan) === planState.draft && plan.roomIds.length > 0 && <Strip tone="neutral">{t('seatsLater')}</Strip>}
      <PersonList name="exam-plan.people" caption={t('peopleCaption')} rows={plan.examinees} examineeOf={(row) => row} columns={columns} />
      <PrintSignatures signers={['signInvigilator', 'signSecond']} />
    </>
  );
}
