import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { PracticeSitting } from '../../../../sync/contract/learning/practice-own.ts';
import { derivePracticeSitting, type PracticeSittingState } from '../../../../sync/domain/learning/practice-own.ts';
import { formatPercent } from '../../../lib/format-number.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { DataList, ListPage, createLocalListQuery } from '../../../ui/list/data-list.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import type { RowActionItem } from '../../../ui/list/row-actions.tsx';
import { type Column, dateColumn, nameColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { listOwnPapers, listOwnSittings, computeRecordVersion } from '../own-paper.ts';
import { ScheduleSittingDialog } from '../parts/schedule-sitting-dialog.tsx';
import { StageChip } from '../parts/stage-chip.tsx';
import { PracticeLoader } from '../parts/practice-loader.tsx';
import type { PracticeState } from '../use-practice.ts';
import { useNow } from '../../../ui/use-now.ts';

type View = 'plan' | 'user' | 'score';
interface Row extends PracticeSittingState {
  readonly sitting: PracticeSitting;
}
const filters = { keyword: textFilter };
const area = '/student/exercises/paper/exam-plan';
const titles = { plan: 'ownSittings', user: 'ownRecords', score: 'ownScores' } as const;
const orders = { plan: '-planned', user: '-begun', score: '-last' } as const;

function Sittings({ practice, view }: { practice: PracticeState; view: View }) {
  const { t } = useTranslation(['exercise', 'words']);
  const list = useListState({ filters, sort: orders[view] });
  const [arranging, setArranging] = useState(false);
  const [removing, setRemoving] = useState<PracticeSitting>();
  const papers = listOwnPapers(practice.own);
  const nowMs = useNow();
  const all = listOwnSittings(practice.own).map((sitting): Row => ({
    sitting,
    ...derivePracticeSitting(sitting, practice.answers, nowMs),
  }));
  const rows = all.filter(
    ({ sitting, stage, firstMs }) =>
      sitting.name.includes(list.filters.keyword ?? '') &&
      (view === 'plan' || (view === 'score' ? stage === 'ended' : firstMs !== null || stage === 'ended')),
  );
  const time = (
    key: string,
    header: string,
    of: (row: Row) => number | null,
    wide: { readonly wide?: true } = { wide: true },
  ): Column<Row> => dateColumn(key, header, of, { sort: key, ...wide });
  const name: Column<Row> = nameColumn(t('paperIs'), (row) => row.sitting.name, { opens: true });
  const stage: Column<Row> = statusColumn(
    'stage',
    t('words:status'),
    (row) => <StageChip stage={row.stage} />,
    (row) => t(`stages.${row.stage}`),
    { sort: 'stage', width: 'w-24' },
  );
  const answered: Column<Row> = numberColumn(
    'answered',
    t('words:answered'),
    (row) => `${row.judged.size} / ${row.sitting.questionIds.length}`,
    { width: 'w-24' },
  );
  const minutes: Column<Row> = numberColumn('minutes', t('minutes'), (row) => row.sitting.minutes ?? t('noLimit'), { width: 'w-24' });
  const right: Column<Row> = numberColumn('right', t('rightCount'), (row) => row.right, { sort: 'right', width: 'w-20' });
  const share: Column<Row> = {
    key: 'share',
    header: t('share'),
    sort: 'share',
    width: 'w-20',
    align: 'right',
    cell: (row) => formatPercent(row.right / row.sitting.questionIds.length),
    value: (row) => Math.round((100 * row.right) / row.sitting.questionIds.length),
  };
  const used: Column<Row> = numberColumn(
    'used',
    t('used'),
    (row) => (row.firstMs === null || row.lastMs === null ? '' : t('usedMinutes', { n: Math.ceil((row.lastMs - row.firstMs) / 60_000) })),
    { wide: true, width: 'w-24' },
  );
  const planned = time('planned', t('plannedAt'), (row) => row.sitting.plannedMs, {});
  const begun = time('begun', t('begunAt'), (row) => row.firstMs);
  const last = time('last', t('lastAt'), (row) => row.lastMs ?? row.sitting.endedMs, {});
  const columns = {
    plan: [name, planned, minutes, stage, answered],
    user: [name, stage, begun, last, answered, used],
    score: [name, last, right, answered, share, used],
  }[view];
  // Without a paper nothing can be scheduled, so the button leads to creating one.
  const arrange =
    papers.length === 0 ? (
      <LinkButton variant="primary" to="/student/exercises/paper/create">
        <Plus />
        {t('newPaper')}
      </LinkButton>
    ) : (
      <Button variant="primary" onClick={() => setArranging(true)}>
        <Plus />
        {t('sit')}
      </Button>
    );
  const actions = ({ sitting, stage: at }: Row): RowActionItem[] => [
    ...(at === 'ended'
      ? [{ label: t('toScore'), to: `${area}/score/${sitting.id}` }]
      : [{ label: t(at === 'planned' ? 'begin' : 'goOn'), to: `/student/exercises/item/0?sitting=${sitting.id}` }]),
    { label: t('toRecord'), to: `${area}/user/${sitting.id}` },
    ...(view === 'plan' ? [{ label: t('words:remove'), destroys: true as const, onSelect: () => setRemoving(sitting) }] : []),
  ];
  const keep = (sitting: PracticeSitting) => practice.storeOwn({ sittings: [sitting] });
  return (
    <ListPage title={t(titles[view])} actions={view === 'plan' && arrange}>
      <DataList
        key={view}
        name={`ownSittings.${view}`}
        caption={t(titles[view])}
        list={list}
        query={createLocalListQuery(rows, columns, list)}
        columns={columns}
        keyOf={(row) => row.sitting.id}
        nameOf={(row) => row.sitting.name}
        open={(row) => (view === 'score' ? `${area}/score/${row.sitting.id}` : `${area}/user/${row.sitting.id}`)}
        actions={actions}
        search={t('paperIs')}
        empty={{ title: t('noSittings'), text: t('noSittingsText'), action: arrange }}
      />
      {arranging && <ScheduleSittingDialog papers={papers} paperId={undefined} storeSitting={keep} onClose={() => setArranging(false)} />}
      {removing && (
        <ConfirmDialog
          title={t('removeSitting', { name: removing.name })}
          confirm={t('words:remove')}
          tone="seal"
          run={() => keep({ ...removing, removed: true, changedMs: computeRecordVersion(removing) })}
          onClose={() => setRemoving(undefined)}
        >
          {t('removeSittingText')}
        </ConfirmDialog>
      )}
    </ListPage>
  );
}

/** Lists the scheduled sittings of the learner's own papers. /student/exercises/paper/exam-plan */
export const OwnPlanPage = () => <PracticeLoader>{(practice) => <Sittings practice={practice} view="plan" />}</PracticeLoader>;
/** Lists the sittings of the learner's own papers with the answers given. /student/exercises/paper/exam-plan/user */
export const OwnUserPage = () => <PracticeLoader>{(practice) => <Sittings practice={practice} view="user" />}</PracticeLoader>;
/** Lists the sittings of the learner's own papers with their scores. /student/exercises/paper/exam-plan/score */
export const OwnScorePage = () => <PracticeLoader>{(practice) => <Sittings practice={practice} view="score" />}</PracticeLoader>;
