import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { browserRandom } from '../../../platform/exam-device/browser-ports.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import type { Column } from '../../../ui/list/table-columns.ts';
import { useSelection } from '../../../ui/list/table-selection.ts';
import { listSeatColumns, type ExamPlan, type PlanExaminee } from '../exam-plan-queries.ts';
import { isUndeliveredState, deriveLedgerState, type LedgerState } from '../board/ledger.ts';
import { boardActions } from '../plan/board-actions.ts';
import { BoardActionDialog, type BoardActionRequest } from '../plan/board-action-dialog.tsx';
import { PersonList } from '../board/person-list.tsx';
import { dateColumn, nameColumn, numberColumn } from '../../../ui/list/columns.tsx';

const looks: Record<LedgerState, { tone: 'delivered' | 'kept' | 'seal' | 'neutral' | 'primary'; mark: 'dot' | 'ring' | 'square' }> = {
  whole: { tone: 'delivered', mark: 'dot' },
  running: { tone: 'primary', mark: 'ring' },
  missing: { tone: 'kept', mark: 'ring' },
  files: { tone: 'kept', mark: 'ring' },
  unfinished: { tone: 'kept', mark: 'ring' },
  nothing: { tone: 'seal', mark: 'square' },
  waived: { tone: 'neutral', mark: 'square' },
  away: { tone: 'neutral', mark: 'ring' },
};

/** Shows the delivery state of each seat. The rooms can be closed when nothing is outstanding, or with a reason. */
export function SeatLedger({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation(['offline', 'words']);
  const { t: exam } = useTranslation(['examPlan', 'app']);
  const { t: sheet } = useTranslation(['sheet', 'app']);
  const mayChange = useCanChangeData();
  const selection = useSelection<PlanExaminee>((row) => row.userId);
  const [asked, setAsked] = useState<BoardActionRequest | null>(null);
  const [onlyOpen, setOnlyOpen] = useState(false);
  const [spare, setSpare] = useState<PlanExaminee | null>(null);
  const open = plan.examinees.filter((row) => isUndeliveredState(deriveLedgerState(row)));
  const askWaive = (examinees: readonly PlanExaminee[]) => setAsked({ kind: 'waive', examinees, actId: browserRandom.uuid() });
  const canWaive = (rows: readonly PlanExaminee[]) => mayChange && rows.every((row) => boardActions.waive.fits(row, plan));
  const textOf = (row: PlanExaminee): string => {
    const state = deriveLedgerState(row);
    return t(`state_${state}`, { n: state === 'files' ? row.missingFiles : row.missingOps });
  };
  const columns: Column<PlanExaminee>[] = [
    ...listSeatColumns(plan, t('words:seat')),
    nameColumn(t('words:personName'), (row) => row.name, { width: 'w-36', strong: true }),
    { key: 'ticket', wide: true, header: t('words:ticketNo'), sort: 'ticketNo', width: 'w-40', value: (row) => row.ticketNo },
    {
      key: 'ledger',
      header: t('state'),
      cell: (row) => {
        const state = deriveLedgerState(row);
        return (
          <span className="flex min-w-0 items-center gap-2">
            <Chip tone={looks[state].tone} mark={looks[state].mark} className="num">
              {textOf(row)}
            </Chip>
            {row.waiver !== null && state === 'waived' && (
              <span className="truncate text-[13px] text-muted-foreground">{t('waivedBy', row.waiver)}</span>
            )}
          </span>
        );
      },
      value: textOf,
    },
    numberColumn('received', t('received'), (row) => row.receivedOps, { sort: 'received', width: 'w-24' }),
    dateColumn('heard', t('heard'), (row) => row.heardMs, { style: 'time', width: 'w-32', muted: true, none: t('heardNever') }),
  ];
  return (
    <>
      <Strip tone={open.length === 0 ? 'delivered' : 'kept'} live>
        {open.length === 0 ? t('closed') : t('open', { count: open.length })}
      </Strip>
      <PersonList
        name="exam-plan.ledger"
        caption={t('ledgerCaption')}
        title={t('ledger')}
        aside={
          <label className="flex items-center gap-2 text-[13px]">
            <Switch checked={onlyOpen} onCheckedChange={setOnlyOpen} />
            {t('onlyOpen')}
          </label>
        }
        rows={onlyOpen ? open : plan.examinees}
        examineeOf={(row) => row}
        columns={columns}
        actions={(row) => [
          ...(row.receivedOps > 0
            ? [{ label: exam('app:titles.planDecision'), to: `/teacher/exam/exam-plan/user/${plan.id}/${row.userId}` }]
            : []),
          ...(mayChange && row.attemptId !== null && !row.complete
            ? [{ label: sheet('app:titles.planSheet'), to: `/teacher/exam/exam-plan/sheet/${plan.id}/${row.userId}` }]
            : []),
          ...(mayChange && row.attemptId !== null && !row.complete ? [{ label: t('spareCode'), onSelect: () => setSpare(row) }] : []),
          ...(canWaive([row]) ? [{ label: exam('act.waive.do'), onSelect: () => askWaive([row]) }] : []),
        ]}
        selection={mayChange ? selection : undefined}
        bulk={(rows) =>
          canWaive(rows) && (
            <Button size="sm" onClick={() => askWaive(rows)}>
              {exam('act.waive.do')}
            </Button>
          )
        }
      />
      {spare !== null && (
        <ActionDialog
          title={t('spareCode')}
          description={t('spareCodeText', { who: [spare.name, spare.seatLabel].filter(Boolean).join(' · ') })}
          confirm={t('spareCodeShow')}
          run={(quiet) => makeCall('/exam/showSpareCode', { planId: plan.id, userId: spare.userId }, quiet)}
          result={({ code }) => <p className="num py-3 text-center font-mono text-[40px] font-semibold tracking-wider">{code}</p>}
          onClose={() => setSpare(null)}
        >
          <p className="text-sm leading-relaxed">{t('spareCodeLogged')}</p>
        </ActionDialog>
      )}
      {asked !== null && <BoardActionDialog key={asked.actId} plan={plan} asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
