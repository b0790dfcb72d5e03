import { useTranslation } from '../../../lib/i18n.ts';
import { coursewareKinds, coursewareResource } from '../../../../sync/contract/learning/courseware.ts';
import { formatBytes } from '../../../lib/format-number.ts';
import { useCall, type ListRow, useListQuery } from '../../../platform/api/call-query.ts';
import { CategoryOwnerFilter } from '../../../platform/choices/category-owner.tsx';
import { useResourceColumns, ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { formatFilmTime, LessonIcon } from '../../../ui/entity/lesson-look.tsx';
import { createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { coursewareResourceCalls } from '../course-resource-calls.ts';
import { CoursewareForm } from '../parts/courseware-form.tsx';

type Row = ListRow<'/courseware/getList'>;
const filters = { keyword: textFilter, category: textFilter, kind: createOneOfFilter(coursewareKinds) };

/** Lists the school's learning materials, which all courses share. */
export function CoursewareListPage() {
  const { t } = useTranslation(['learning', 'words']);
  const list = useListState({ filters, sort: '-updatedMs' });
  const library = useListQuery('/courseware/getList', list.input);
  const column = useResourceColumns(coursewareResource)<Row>();
  const lengthOf = (row: Row) =>
    row.durationMs > 0
      ? formatFilmTime(row.durationMs)
      : row.pages > 0
        ? t(row.kind === 'quiz' ? 'questionCount' : 'pages', { count: row.pages })
        : '';
  return (
    <ResourceListPage
      calls={coursewareResourceCalls}

      list={list}
      query={library}
      columns={[
        column('title', {
          fixed: true,
          opens: true,
          wide: true,
          value: (row) => row.title,
          cell: (row) => (
            <span className="inline-flex items-center gap-2">
              <LessonIcon kind={row.kind} />
              {row.title}
            </span>
          ),
        }),
        column('kind', { width: 'w-20', value: (row) => t(`kinds.${row.kind}`) }),
        column('category', { width: 'w-36' }),
        column('durationMs', { width: 'w-24', align: 'right', value: lengthOf }),
        column('sizeBytes', { width: 'w-24', align: 'right', value: (row) => (row.sizeBytes === 0 ? '' : formatBytes(row.sizeBytes)) }),
        column('courseCount', { width: 'w-24', align: 'right' }),
        column('makerName', { width: 'w-24' }),
        column('updatedMs', { width: 'w-40' }),
      ]}
      nameOf={(row) => row.title}
      filters={
        <>
          <FilterSelect
            name="kind"
            label={t('kind')}
            all={t('allKinds')}
            choices={coursewareKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
          <CategoryOwnerFilter shelf="courseware" />
        </>
      }
      form={(saved, onClose) => <CoursewareEditor key={saved?.id ?? 'new'} id={saved?.id ?? null} onClose={onClose} />}
      emptyText={t('coursewareEmptyText')}
    />
  );
}

/** Loads the full material for the form, because the list omits texts. */
function CoursewareEditor({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { data } = useCall('/courseware/getById', { id: id ?? 0 }, { enabled: id !== null });
  if (id !== null && data === undefined) return null;
  return <CoursewareForm saved={data ?? null} onClose={onClose} />;
}
