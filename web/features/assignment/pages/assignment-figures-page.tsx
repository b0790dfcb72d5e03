import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { assignmentCalls } from '../../../../sync/contract/learning/assignment.ts';
import { formatPercent } from '../../../lib/format-number.ts';
import { DataList, ListPage, createLocalListQuery } from '../../../ui/list/data-list.tsx';
import { useListState } from '../../../ui/list/list-state.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { type Column, numberColumn } from '../../../ui/list/columns.tsx';
import { getAssignmentBasePath, useAssignmentFigures } from '../assignment-queries.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

type Figures = CallOutput<(typeof assignmentCalls)['getFigures']>;
type ClassRow = Figures['classes'][number];
type ItemRow = Figures['items'][number];

/** /teacher/homework/user/figures/{id}: scores by class, and results of each question. */
export function AssignmentFiguresPage() {
  const figures = useAssignmentFigures(Number(useParams()['planId']));
  if (figures.data === undefined) return <LoadingState query={figures} className="h-96 rounded-xl" />;
  return <Tables figures={figures.data} />;
}

const share = (part: number, of: number): number | null => (of === 0 ? null : part / of);
const formatShare = (ratio: number | null): string => (ratio === null ? '–' : formatPercent(ratio));
const toPlainText = (html: string): string => html.replace(/<[^>]*>|&nbsp;/g, ' ').trim();

function Tables({ figures }: { figures: Figures }) {
  const { t } = useTranslation(['assignment', 'words']);
  const list = useListState({ filters: {} });
  const createFigureColumn = (key: keyof ClassRow, header: string): Column<ClassRow> => ({
    key,
    header,
    sort: key,
    width: 'w-24',
    align: 'right',
    cell: (row) => row[key] ?? '–',
    value: (row) => row[key],
  });
  const createRateColumn = (key: string, header: string, of: (row: ClassRow) => number | null): Column<ClassRow> => ({
    key,
    header,
    sort: key,
    width: 'w-24',
    align: 'right',
    cell: (row) => formatShare(of(row)),
    value: (row) => {
      const ratio = of(row);
      return ratio === null ? null : Math.round(ratio * 1000) / 10;
    },
  });
  const classColumns: readonly Column<ClassRow>[] = [
    { key: 'name', header: t('words:className'), fixed: true, value: (row) => (row.name === '' ? t('wholeTask') : row.name) },
    createFigureColumn('students', t('studentCount')),
    createFigureColumn('handedIn', t('handedInOf')),
    createFigureColumn('late', t('lateCount')),
    createFigureColumn('finished', t('finishedCount')),
    createFigureColumn('average', t('average')),
    createFigureColumn('highest', t('highest')),
    createFigureColumn('lowest', t('lowest')),
    createRateColumn('passed', t('passRate'), (row) => share(row.passed, row.scored)),
    createRateColumn('rate', t('rate'), (row) => (row.average === null ? null : share(row.average, figures.totalPoints))),
  ];
  const itemColumns: readonly Column<ItemRow>[] = [
    { key: 'n', header: t('words:questionNumber'), width: 'w-16', fixed: true, value: (row) => Number(row.itemId) },
    {
      key: 'stem',
      header: t('words:question'),
      cell: (row) => <RichText html={row.stem} className="line-clamp-2 text-sm" />,
      value: (row) => toPlainText(row.stem),
    },
    numberColumn('max', t('maxColumn'), (row) => row.max, { width: 'w-16' }),
    ...figures.classes.map(({ name }, at): Column<ItemRow> => ({
      key: `class${at}`,
      header: name === '' ? t('rate') : name,
      width: 'w-28',
      align: 'right',
      cell: (row) => formatShare(share(row.byClass[at]?.average ?? 0, row.byClass[at]?.average === null ? 0 : row.max)),
      value: (row) => {
        const average = row.byClass[at]?.average ?? null;
        return average === null ? null : Math.round((1000 * average) / row.max) / 10;
      },
    })),
  ];
  return (
    <ListPage
      title={t('figuresTitle', { name: figures.name })}
      actions={
        <LinkButton variant="ghost" to={`${getAssignmentBasePath(figures.kind)}/score/${figures.planId}`}>
          {t('back')}
        </LinkButton>
      }
    >
      <h2 className="text-[15px] font-semibold">{t('byClass')}</h2>
      <DataList
        name="task.figures.classes"
        caption={t('byClass')}
        unpaged
        list={list}
        query={createLocalListQuery(figures.classes, classColumns, list, true)}
        columns={classColumns}
        keyOf={(row) => row.name}
        nameOf={(row) => (row.name === '' ? t('wholeTask') : row.name)}
        empty={{ title: t('noneFits') }}
      />
      <h2 className="text-[15px] font-semibold">{t('byItem')}</h2>
      <DataList
        name="task.figures.items"
        caption={t('byItem')}
        unpaged
        list={list}
        query={createLocalListQuery(figures.items, itemColumns, { ...list, sort: '' }, true)}
        columns={itemColumns}
        keyOf={(row) => row.questionId}
        nameOf={(row) => row.itemId}
        empty={{ title: t('noneFits') }}
      />
    </ListPage>
  );
}
