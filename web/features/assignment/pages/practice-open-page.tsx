import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { exerciseCalls } from '../../../../sync/contract/learning/exercise.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { DataList, ListPage, createLocalListQuery } from '../../../ui/list/data-list.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { type Column, numberColumn } from '../../../ui/list/columns.tsx';

type Row = CallOutput<(typeof exerciseCalls)['getCategories']>['items'][number];
const filters = { keyword: textFilter };

/** /teacher/test/practice: question categories that are open for practice. All are closed by default. */
export function PracticeOpenPage() {
  const { t } = useTranslation(['assignment', 'words']);
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const list = useListState({ filters, sort: 'category' });
  const categories = useCall('/exercise/getCategories', {});
  const set = useAction({
    mutationFn: (to: { category: string; open: boolean }) => makeCall('/exercise/setOpen', to),
    onSettled: () => invalidate('/exercise/getCategories'),
  });
  const columns: readonly Column<Row>[] = [
    {
      key: 'category',
      header: t('words:category'),
      sort: 'category',
      fixed: true,
      cell: (row) => (
        <span style={{ paddingLeft: `${(row.category.split('/').length - 1) * 20}px` }}>{row.category.split('/').at(-1)}</span>
      ),
      value: (row) => row.category,
    },
    numberColumn('questions', t('words:questionCount'), (row) => row.questions, { sort: 'questions', width: 'w-24' }),
    numberColumn('held', t('heldBack'), (row) => row.heldBack, { width: 'w-28' }),
    { key: 'by', header: t('openedBy'), wide: true, width: 'w-36', value: (row) => row.openedBy },
    {
      key: 'open',
      header: t('openNow'),
      sort: 'open',
      width: 'w-24',
      cell: (row) => (
        <Switch
          aria-label={t('setOpenOf', { category: row.category })}
          checked={set.isPending && set.variables.category === row.category ? set.variables.open : row.open}
          disabled={!mayChange || set.isPending}
          onCheckedChange={(open) => set.mutate({ category: row.category, open })}
        />
      ),
      value: (row) => (row.open ? 1 : 0),
    },
  ];
  if (categories.data === undefined) return <LoadingState query={categories} className="h-96 rounded-xl" />;
  const rows = categories.data.items.filter((row) => row.category.includes(list.filters.keyword ?? ''));
  return (
    <ListPage>
      <Strip tone="neutral">{t('practiceLead')}</Strip>
      <DataList
        name="practice"

        unpaged
        list={list}
        query={createLocalListQuery(rows, columns, list, true)}
        columns={columns}
        keyOf={(row) => row.category}
        nameOf={(row) => row.category}
        search={t('words:category')}
        empty={{ title: t('practiceEmpty'), text: t('practiceEmptyText') }}
      />
    </ListPage>
  );
}
