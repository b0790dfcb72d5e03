import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { DataList } from '../../../ui/list/data-list.tsx';
import { useLocalListState } from '../../../ui/list/list-state.ts';
import { createLocalListQuery } from '../../../ui/list/local-list.ts';
import type { Column } from '../../../ui/list/table-columns.ts';

type Fault = CallOutput<CallOfPath<'/user/importPreview'>>['faults'][number];

/** Lists every fault with row, column and reason. The list can be exported for corrections. */
export function PeopleImportErrors({ faults }: { faults: readonly Fault[] }) {
  const { t } = useTranslation('people');
  const list = useLocalListState({ sort: 'row' });
  const columns: readonly Column<Fault>[] = [
    ...(faults.some((fault) => fault.sheet !== undefined)
      ? [{ key: 'sheet', header: t('sheet'), sort: 'sheet', width: 'w-32', value: (fault: Fault) => fault.sheet ?? '' }]
      : []),
    { key: 'row', header: t('row'), sort: 'row', width: 'w-20', align: 'right', fixed: true, value: (fault) => fault.row },
    { key: 'column', header: t('column'), sort: 'column', width: 'w-32', value: (fault) => t(`columns.${fault.column}`) },
    { key: 'value', header: t('value'), value: (fault) => fault.value },
    { key: 'reason', header: t('reason'), value: (fault) => fault.reason },
  ];
  return (
    <DataList
      name="people.faults"
      title={t('faultsTitle')}
      caption={t('faultsCaption')}
      list={list}
      query={createLocalListQuery(faults, columns, list)}
      columns={columns}
      keyOf={(fault) => `${fault.sheet ?? ''} ${fault.row} ${fault.column} ${fault.reason}`}
      nameOf={(fault) => [fault.sheet, fault.row].filter((part) => part !== undefined).join(' ')}
      empty={{ title: t('good') }}
    />
  );
}
