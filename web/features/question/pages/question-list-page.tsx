import { Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { sectionType, type SectionTypeCode } from '../../../../sync/contract/codes.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { useListState } from '../../../ui/list-state.ts';
import { EmptyState } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Select } from '../../../ui/select.tsx';
import { BankFigures } from '../parts/bank-figures.tsx';
import { QuestionSheet } from '../parts/question-sheet.tsx';
import { useQuestionCategories, useQuestionList, type QuestionRow } from '../question-queries.ts';

const typeCodes: readonly SectionTypeCode[] = Object.values(sectionType).filter((code) => code !== sectionType.unlimited);

function useColumns(open: (id: number) => void): Column<QuestionRow>[] {
  const { t } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  return [
    {
      key: 'stem',
      header: t('stem'),
      cell: (row) => (
        <button
          type="button"
          onClick={() => open(row.id)}
          className="block w-full truncate rounded-sm text-left hover:text-primary [&_p]:inline"
        >
          <RichText inline html={row.stem} />
        </button>
      ),
    },
    { key: 'type', header: t('type'), sort: 'type', width: 'w-24', cell: (row) => <Chip>{code(`sectionType.${row.type}`)}</Chip> },
    { key: 'category', header: t('category'), sort: 'category', width: 'w-40', cell: (row) => row.category },
    { key: 'difficulty', wide: true, header: t('difficulty'), width: 'w-16', cell: (row) => code(`difficulty.${row.difficulty}`) },
    {
      key: 'source',
      wide: true,
      header: t('source'),
      width: 'w-44',
      cell: (row) => <span className="text-muted-foreground">{row.source}</span>,
    },
    {
      key: 'created',
      header: t('created'),
      sort: 'createdMs',
      width: 'w-28',
      align: 'right',
      cell: (row) => <span className="text-muted-foreground">{formatDate(row.createdMs)}</span>,
    },
  ];
}

export function QuestionListPage() {
  const { t } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  const list = useListState();
  const [params, setParams] = useSearchParams();
  const categories = useQuestionCategories();
  const type = typeCodes.find((each) => String(each) === list.filter('type'));
  const filtered = type !== undefined || list.filter('category') !== '' || list.filter('keyword') !== '';
  const questions = useQuestionList({
    page: list.page,
    pageSize: list.pageSize,
    ...(list.sort === undefined ? {} : { sort: list.sort }),
    filter: {
      ...(type === undefined ? {} : { type }),
      ...(list.filter('category') === '' ? {} : { category: list.filter('category') }),
      ...(list.filter('keyword') === '' ? {} : { keyword: list.filter('keyword') }),
    },
  });
  const shown = params.get('question');
  const show = (id: number | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete('question');
      else next.set('question', String(id));
      return next;
    });
  const columns = useColumns(show);
  const mayChange = useMayChange();
  const importLink = mayChange && (
    <Button asChild variant="primary">
      <Link to="/teacher/exam/questions/import">
        <Upload />
        {t('import')}
      </Link>
    </Button>
  );
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('title')} actions={importLink} />
      <BankFigures categories={categories.data?.items} />
      <Panel>
        <div className="flex flex-wrap items-center gap-2.5 border-b p-2.5">
          <SearchInput
            value={list.filter('keyword')}
            onChange={(text) => list.setFilter('keyword', text)}
            placeholder={t('search')}
            className="w-64"
          />
          <Select
            aria-label={t('type')}
            value={list.filter('type')}
            onChange={(value) => list.setFilter('type', value)}
            choices={[
              { value: '', label: t('allTypes') },
              ...typeCodes.map((each) => ({ value: String(each), label: code(`sectionType.${each}`) })),
            ]}
            className="w-36"
          />
          <Select
            aria-label={t('category')}
            value={list.filter('category')}
            onChange={(value) => list.setFilter('category', value)}
            choices={[
              { value: '', label: t('allCategories') },
              ...(categories.data?.items ?? [])
                .filter((each) => each.category !== '')
                .map((each) => ({ value: each.category, label: each.category })),
            ]}
            className="w-48"
          />
          {filtered && (
            <Button variant="ghost" size="sm" onClick={list.clearFilters}>
              {t('clearFilters')}
            </Button>
          )}
        </div>
        {questions.error !== null && questions.data === undefined ? (
          <QueryFailure error={questions.error} onRetry={() => void questions.refetch()} />
        ) : (
          <DataTable
            caption={t('listCaption')}
            columns={columns}
            rows={questions.data?.items}
            keyOf={(row) => row.id}
            sort={list.sort}
            onSort={list.setSort}
            expected={12}
            empty={
              filtered ? (
                <EmptyState title={t('noneTitle')} action={<Button onClick={list.clearFilters}>{t('clearFilters')}</Button>}>
                  {t('noneText')}
                </EmptyState>
              ) : (
                <EmptyState title={t('emptyTitle')} action={importLink}>
                  {t('emptyText')}
                </EmptyState>
              )
            }
          />
        )}
        <Pagination
          page={list.page}
          pageSize={list.pageSize}
          total={questions.data?.total}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      </Panel>
      <QuestionSheet
        id={shown !== null && /^[0-9]+$/.test(shown) ? Number(shown) : null}
        among={questions.data?.items.map((row) => row.id) ?? []}
        onShow={show}
      />
    </div>
  );
}
