import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListQuery } from '../../../platform/list-query.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataList } from '../../../ui/data-list.tsx';
import { textFilter } from '../../../ui/list-filters.ts';
import { ListPage } from '../../../ui/list-page.tsx';
import { useListState } from '../../../ui/list-state.ts';
import type { RowAction } from '../../../ui/row-actions.tsx';
import type { Column } from '../../../ui/table-columns.ts';
import { toast } from '../../../ui/toast.ts';
import { ClassForm } from '../parts/class-form.tsx';
import { type ClassEntry, usePeopleChange } from '../people-queries.ts';

export function ClassListPage() {
  const { t } = useTranslation('people');
  const mayChange = useMayChange();
  const list = useListState({ filters: { keyword: textFilter }, sort: 'name' });
  const classes = useListQuery('/class/getList', list.input);
  const remove = usePeopleChange('/class/remove');
  const [form, setForm] = useState<{ saved: ClassEntry | null } | null>(null);
  const [going, setGoing] = useState<ClassEntry | null>(null);
  const columns: readonly Column<ClassEntry>[] = [
    { key: 'name', header: t('className'), sort: 'name', fixed: true, opens: true, value: (row) => row.name },
    { key: 'grade', header: t('grade'), sort: 'grade', width: 'w-28', value: (row) => row.grade },
    { key: 'head', header: t('headTeacher'), width: 'w-32', value: (row) => row.head_teacher?.name ?? '' },
    { key: 'teachers', header: t('teachers'), value: (row) => row.teachers.map((each) => each.name).join('、') },
    { key: 'count', header: t('studentCount'), width: 'w-24', align: 'right', value: (row) => row.student_count },
    { key: 'note', header: t('note'), extra: true, value: (row) => row.note },
  ];
  const create = mayChange && (
    <Button variant="primary" onClick={() => setForm({ saved: null })}>
      <Plus aria-hidden />
      {t('classAdd')}
    </Button>
  );
  const actions = (row: ClassEntry): RowAction[] => [
    ...(mayChange ? [{ label: t('edit'), onSelect: () => setForm({ saved: row }) }] : []),
    { label: t('viewStudents'), to: `/teacher/student/index?class_id=${row.id}` },
    ...(mayChange ? [{ label: t('remove'), destroys: true as const, onSelect: () => setGoing(row) }] : []),
  ];
  return (
    <ListPage title={t('classes')} actions={create}>
      <DataList
        name="classes"
        caption={t('classes')}
        list={list}
        query={classes}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        open={(row) => `/teacher/student/index?class_id=${row.id}`}
        actions={actions}
        search={t('classSearch')}
        empty={{ title: t('classEmptyTitle'), text: t('classEmptyText'), action: create }}
      />
      {form !== null && <ClassForm {...form} onClose={() => setForm(null)} />}
      {going !== null && (
        <AlertDialog
          open
          onOpenChange={() => setGoing(null)}
          title={t('remove')}
          cancel={t('cancel')}
          confirm={t('remove')}
          tone="sealSolid"
          busy={remove.isPending}
          onConfirm={() =>
            void remove
              .mutateAsync({ id: going.id, version: going.version })
              .then(() => toast.success(t('removed')))
              .catch(() => undefined)
              .finally(() => setGoing(null))
          }
        >
          {t('classRemoveAsk', { name: going.name })}
        </AlertDialog>
      )}
    </ListPage>
  );
}
