import { BellRing } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { declarationStatus } from '../../../../sync/contract/codes.ts';
import { canDeclare } from '../../../../sync/domain/applications/application-machine.ts';
import { useCall, useInvalidate, type ListRow, useListQuery } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { OptionFilter } from '../../../platform/api/option-picker.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { FilterSelect, StatusFilter } from '../../../ui/list/filter-select.tsx';
import { numberFilter, createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useSelection } from '../../../ui/list/table-selection.ts';
import { type Column, dateColumn, nameColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { offerOptionSources } from '../application-queries.ts';
import { ApplicationStatusChip } from '../parts/application-status.tsx';

type Row = ListRow<'/declare/getStudents'>;
const statuses = Object.values(declarationStatus);
const filters = { keyword: textFilter, offerId: numberFilter, classId: numberFilter, status: createOneOfFilter(statuses) };

/** Lists the students of a project by whether they have declared. */
export function DeclarationStudentsPage() {
  const { t } = useTranslation(['application', 'words']);
  const projects = useCall('/declaration/getList', { pageSize: 1, sort: '-closesMs' });
  const list = useListState({ filters, sort: 'name' });
  const offerId = list.filters.offerId ?? projects.data?.items[0]?.id;
  return (
    <ListPage>
      {projects.data === undefined && projects.error !== null ? (
        <Panel>
          <QueryFailure error={projects.error} onRetry={() => void projects.refetch()} />
        </Panel>
      ) : projects.data === undefined ? (
        <Skeleton className="h-40" />
      ) : offerId === undefined ? (
        <Panel>
          <EmptyState title={t('noProjects')}>{t('projectEmpty')}</EmptyState>
        </Panel>
      ) : (
        <Students offerId={offerId} first={projects.data.items[0]?.name ?? ''} />
      )}
    </ListPage>
  );
}

function Students({ offerId, first }: { offerId: number; first: string }) {
  const { t } = useTranslation(['application', 'words']);
  const { t: code } = useTranslation('codes');
  const list = useListState({ filters, sort: 'name' });
  const classes = useCall('/class/getOptions', {});
  const students = useListQuery('/declare/getStudents', { ...list.input, filter: { ...list.filters, offerId } });
  const columns: Column<Row>[] = [
    nameColumn(t('words:personName'), (row) => row.name),
    { key: 'studentNo', header: t('studentNo'), sort: 'studentNo', width: 'w-36', value: (row) => row.studentNo },
    { key: 'className', header: t('words:className'), width: 'w-44', value: (row) => row.className },
    statusColumn(
      'status',
      t('words:status'),
      (row) => <ApplicationStatusChip kind="declare" status={row.status} />,
      (row) => code(`declarationStatus.${row.status}` as 'declarationStatus.0'),
      { width: 'w-40' },
    ),
    dateColumn('submittedMs', t('submittedAt'), (row) => row.submittedMs, { width: 'w-44' }),
    dateColumn('remindedMs', t('remindedAt'), (row) => row.remindedMs, { width: 'w-44' }),
  ];
  const mayChange = useCanChangeData();
  const selection = useSelection<Row>((row) => row.id);
  return (
    <DataList
      name="declaration.students"

      list={list}
      query={students}
      columns={columns}
      keyOf={(row) => row.id}
      nameOf={(row) => row.name}
      selection={mayChange ? selection : undefined}
      bulk={(rows) => <RemindButton offerId={offerId} rows={rows} onDone={selection.clear} />}
      search={t('studentSearch')}
      actions={(row) => {
        if (row.filingId !== null) return [{ label: t('review'), to: `/teacher/declaration/user?offerId=${offerId}&id=${row.filingId}` }];
        return mayChange && row.status === declarationStatus.unfiled
          ? [{ label: t('fileFor'), to: `/teacher/declaration/student/${row.id}?offerId=${offerId}` }]
          : [];
      }}
      filters={
        <>
          <OptionFilter name="offerId" label={t('project')} all={first} source={offerOptionSources.declare} />
          <FilterSelect
            name="classId"
            label={t('words:className')}
            all={t('words:allClasses')}
            choices={(classes.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
          <StatusFilter
            choices={statuses.map((status) => ({ value: status, label: code(`declarationStatus.${status}` as 'declarationStatus.0') }))}
          />
        </>
      }
      empty={{ title: t('noStudents'), text: t('noStudentsText') }}
    />
  );
}

/** Reminds the selected students who have not declared; the others are skipped. */
function RemindButton({ offerId, rows, onDone }: { offerId: number; rows: readonly Row[]; onDone: () => void }) {
  const { t } = useTranslation('application');
  const invalidate = useInvalidate();
  const open = rows.filter((row) => canDeclare(row.status));
  const remind = useAction({
    mutationFn: () => makeCall('/declare/remind', { offerId, userIds: open.slice(0, 500).map((row) => row.id) }),
    onSuccess: ({ reminded, left }) => {
      toast.success(t(left === 0 ? 'remindedAll' : 'remindedSome', { count: reminded, left }));
      onDone();
    },
    onSettled: () => invalidate('/declare'),
  });
  return (
    <Button size="sm" disabled={open.length === 0} busy={remind.isPending} onClick={() => remind.mutate()}>
      <BellRing aria-hidden />
      {t('remind', { count: open.length })}
    </Button>
  );
}
