import { useTranslation } from '../../../lib/i18n.ts';
import { coursewareKinds, coursewareThing } from '../../../../sync/contract/courseware.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { useCall } from '../../../platform/call-query.ts';
import { type RowOf, useListQuery } from '../../../platform/list-query.ts';
import { ShelfFilter } from '../../../platform/shelf.tsx';
import { useThingColumns } from '../../../platform/thing-columns.ts';
import { ThingListPage } from '../../../platform/thing-list-page.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { filmTime, LessonIcon } from '../../../ui/lesson-look.tsx';
import { oneOfFilter, textFilter } from '../../../ui/list-filters.ts';
import { useListState } from '../../../ui/list-state.ts';
import { coursewareDesk } from '../course-desk.ts';
import { CoursewareForm } from '../parts/courseware-form.tsx';

type Row = RowOf<'/courseware/getList'>;
const filters = { keyword: textFilter, category: textFilter, kind: oneOfFilter(coursewareKinds) };

/** Lists the school's learning materials, which all courses share. */
export function CoursewareListPage() {
  const { t } = useTranslation('learning');
  const list = useListState({ filters, sort: '-updatedMs' });
  const library = useListQuery('/courseware/getList', list.input);
  const column = useThingColumns(coursewareThing)<Row>();
  const lengthOf = (row: Row) =>
    row.durationMs > 0
      ? filmTime(row.durationMs)
      : row.pages > 0
        ? t(row.kind === 'quiz' ? 'questionCount' : 'pages', { count: row.pages })
        : '';
  return (
    <ThingListPage
      desk={coursewareDesk}
      title={t('coursewareLibrary')}
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
            list={list}
            name="kind"
            label={t('kind')}
            all={t('allKinds')}
            choices={coursewareKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
          <ShelfFilter shelf="courseware" list={list} />
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
