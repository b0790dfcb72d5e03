import { useTranslation } from '../../../lib/i18n.ts';
import { Navigate } from 'react-router-dom';
import { courseResource } from '../../../../sync/contract/learning/course.ts';
import { useInvalidate, type ListRow, useListQuery } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { CategoryOwnerFilter } from '../../../platform/choices/category-owner.tsx';
import { useResourceColumns, ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { StatusFilter } from '../../../ui/list/filter-select.tsx';
import { formatFilmTime } from '../../../ui/entity/lesson-look.tsx';
import { createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { courseResourceCalls } from '../course-resource-calls.ts';
import { PublishingChip } from '../parts/publishing-chip.tsx';

type Row = ListRow<'/course/getList'>;
const filters = { keyword: textFilter, category: textFilter, status: createOneOfFilter([0, 1, 2]) };
const editPath = (id?: number) => `/teacher/course/assets/create${id === undefined ? '' : `/${id}`}`;

export function CourseListPage() {
  const { t } = useTranslation(['learning', 'words']);
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const list = useListState({ filters, sort: '-updatedMs' });
  const courses = useListQuery('/course/getList', list.input);
  const column = useResourceColumns(courseResource)<Row>();
  const onSettled = () => invalidate('/course');
  const copy = useAction({
    mutationFn: ({ id, title }: { id: number; title: string }) => makeCall('/course/copy', { id, title }),
    onSuccess: () => toast.success(t('copied')),
    onSettled,
  });
  return (
    <ResourceListPage
      calls={courseResourceCalls}

      list={list}
      query={courses}
      columns={[
        column('title', { fixed: true, opens: true, wide: true }),
        column('category', { width: 'w-32' }),
        column('status', {
          width: 'w-24',
          value: (row) => t(`statuses.${row.status}`),
          cell: (row) => <PublishingChip status={row.status} />,
        }),
        column('lessonCount', { width: 'w-20', align: 'right' }),
        column('durationMs', {
          width: 'w-24',
          align: 'right',
          value: (row) => (row.durationMs === 0 ? '' : formatFilmTime(row.durationMs)),
        }),
        column('learnerCount', { width: 'w-20', align: 'right' }),
        column('makerName', { width: 'w-24' }),
        column('professionName', { width: 'w-32', extra: true }),
        column('updatedMs', { width: 'w-40' }),
      ]}
      nameOf={(row) => row.title}
      open={(row) => `/teacher/course/assets/form/${row.id}`}
      inlineActions={1}
      actions={(row) => [
        { label: t('figures'), to: `/teacher/course/figures/${row.id}` },
        { label: t('outline'), to: `/teacher/course/assets/form/${row.id}`, next: row.status === 0 },
        ...(mayChange
          ? [
              {
                label: t('words:copy'),
                onSelect: () => copy.mutate({ id: row.id, title: t('copyOf', { title: row.title }).slice(0, 120) }),
              },
            ]
          : []),
      ]}
      filters={
        <>
          <CategoryOwnerFilter shelf="course" />
          <StatusFilter choices={[0, 1, 2].map((value) => ({ value, label: t(`statuses.${value as 0 | 1 | 2}`) }))} />
        </>
      }
      form={(saved) => <Navigate to={editPath(saved?.id)} />}
      emptyText={t('courseEmptyText')}
    />
  );
}
