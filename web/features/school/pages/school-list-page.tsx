import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { schoolStatus } from '../../../../sync/contract/codes.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { PlatformFirstSteps } from '../../../platform/platform-first-steps.tsx';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { StatusFilter } from '../../../ui/list/filter-select.tsx';
import { createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import type { RowActionItem } from '../../../ui/list/row-actions.tsx';
import { SchoolLogo } from '../../../ui/entity/school-logo.tsx';
import { type Column, dateColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { type SchoolSummary, useSchoolById } from '../school-queries.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { makeCall } from '../../../platform/api/call.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

const statuses = [schoolStatus.enabled, schoolStatus.disabled] as const;
const filters = { keyword: textFilter, status: createOneOfFilter(statuses) };

function useColumns(): Column<SchoolSummary>[] {
  const { t } = useTranslation(['school', 'words']);
  return [
    {
      key: 'title',
      header: t('school'),
      sort: 'title',
      fixed: true,
      opens: true,
      cell: (row) => (
        <span className="inline-flex min-w-0 items-center gap-2.5 align-middle">
          <SchoolLogo title={row.title} src={row.logo} className="size-6 text-xs" />
          <span className="truncate">{row.title}</span>
        </span>
      ),
      value: (row) => row.title,
    },
    { key: 'website', header: t('website'), sort: 'website', width: 'w-32', value: (row) => row.website },
    statusColumn(
      'status',
      t('words:status'),
      (row) => <SchoolStatusChip status={row.status} />,
      (row) => t(`status.${row.status}`),
      { width: 'w-28' },
    ),
    numberColumn('users', t('users'), (row) => row.userCount, { width: 'w-20' }),
    numberColumn('exams', t('words:plans'), (row) => row.examCount, { width: 'w-24' }),
    { key: 'record', header: t('record'), width: 'w-32', wide: true, value: (row) => row.record },
    { key: 'siteCode', header: t('siteCode'), width: 'w-24', extra: true, value: (row) => row.siteCode },
    { key: 'contact', header: t('contact'), width: 'w-28', wide: true, value: (row) => row.contact },
    { key: 'phone', header: t('phone'), width: 'w-36', extra: true, value: (row) => row.phone },
    dateColumn('created', t('created'), (row) => row.createdMs, {
      sort: 'createdMs',
      width: 'w-28',
      wide: true,
      align: 'right',
      style: 'day',
      muted: true,
    }),
    dateColumn('updated', t('updated'), (row) => row.updatedMs, {
      sort: 'updatedMs',
      width: 'w-40',
      align: 'right',
      extra: true,
      muted: true,
    }),
  ];
}

export function SchoolListPage() {
  const { t } = useTranslation(['school', 'words']);
  const list = useListState({ filters, sort: 'title' });
  const schools = useListQuery('/school/getList', list.input);
  const columns = useColumns();
  const [ask, setAsk] = useState<SchoolActionRequest | null>(null);
  const create = (
    <LinkButton variant="primary" to="/school/assets/add-edit">
      <Plus />
      {t('words:schoolCreate')}
    </LinkButton>
  );
  const actions = (school: SchoolSummary): RowActionItem[] => [
    { label: t('words:edit'), to: `/school/assets/add-edit/${school.id}` },
    { label: t('people'), to: `/school/assets/set-user/${school.id}` },
    school.status === schoolStatus.enabled
      ? { label: t('disable'), destroys: true, onSelect: () => setAsk({ what: 'disable', school }) }
      : { label: t('enable'), onSelect: () => setAsk({ what: 'enable', school }) },
    { label: t('remove'), destroys: true, onSelect: () => setAsk({ what: 'remove', school }) },
  ];
  return (
    <ListPage actions={create}>
      <PlatformFirstSteps />
      <DataList
        name="school"
        caption={t('listCaption')}
        list={list}
        query={schools}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => row.title}
        open={(row) => `/school/assets/add-edit/${row.id}`}
        actions={actions}
        search={t('search')}
        filters={<StatusFilter choices={statuses.map((status) => ({ value: status, label: t(`status.${status}`) }))} />}
        empty={{ title: t('emptyTitle'), text: t('emptyText'), action: create }}
      />
      {ask !== null && <SchoolActionDialog ask={ask} onClose={() => setAsk(null)} />}
    </ListPage>
  );
}

function SchoolStatusChip({ status }: { status: 0 | 1 }) {
  const { t } = useTranslation('school');
  return (
    <Chip tone={status === 1 ? 'delivered' : 'neutral'} mark={status === 1 ? 'dot' : 'square'}>
      {t(`status.${status}`)}
    </Chip>
  );
}

interface SchoolActionRequest {
  readonly what: 'disable' | 'enable' | 'remove';
  readonly school: SchoolSummary;
}

/** Confirms disabling, enabling or removing a school, and names the effects. */
export function SchoolActionDialog({ ask: { what, school }, onClose }: { ask: SchoolActionRequest; onClose: () => void }) {
  const { t } = useTranslation(['school', 'ui']);
  // Read the school again: exams may be running, and the list may have an old version.
  const now = useSchoolById(school.id);
  const { title } = school;
  const running = now.data?.runningExamCount ?? 0;
  const doneText = { disable: 'disabled', enable: 'enabled', remove: 'removed' } as const;
  return (
    <ConfirmDialog
      title={t(`${what}Title`, { title })}
      cancel={t('ui:cancel')}
      confirm={t(what)}
      tone={what === 'enable' ? 'primary' : 'sealSolid'}
      loading={now.isLoading}
      run={async (quiet) => {
        const key = { id: school.id, version: now.data?.version ?? school.version };
        if (what === 'remove') return makeCall('/school/remove', key, quiet);
        const status = what === 'enable' ? schoolStatus.enabled : schoolStatus.disabled;
        return makeCall('/school/setStatus', { ...key, status }, quiet);
      }}
      invalidates={['/school']}
      doneText={t(doneText[what], { title })}
      onClose={onClose}
    >
      <p>{t(`${what}Text`, { users: now.data?.userCount ?? school.userCount })}</p>
      {what === 'disable' && running > 0 && <p className="mt-2 font-medium text-seal">{t('disableRunning', { count: running })}</p>}
    </ConfirmDialog>
  );
}
