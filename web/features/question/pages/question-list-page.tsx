import { Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { sectionType, type SectionTypeCode } from '../../../../sync/contract/codes.ts';
import { useListQuery } from '../../../platform/list-query.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { Button } from '../../../ui/button.tsx';
import { DataList } from '../../../ui/data-list.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { oneOfFilter, textFilter } from '../../../ui/list-filters.ts';
import { ListPage } from '../../../ui/list-page.tsx';
import { useListState } from '../../../ui/list-state.ts';
import { BankFigures } from '../parts/bank-figures.tsx';
import { useQuestionColumns } from '../parts/question-columns.tsx';
import { QuestionSheet } from '../parts/question-sheet.tsx';
import { useQuestionCategories } from '../question-queries.ts';

const typeCodes: readonly SectionTypeCode[] = Object.values(sectionType).filter((code) => code !== sectionType.unlimited);
const filters = { keyword: textFilter, type: oneOfFilter(typeCodes), category: textFilter };

/** The question shown beside the list stands in the URL, too: Back closes it. */
function useShownQuestion(): readonly [number | null, (id: number | null) => void] {
  const [params, setParams] = useSearchParams();
  const shown = params.get('question');
  const show = (id: number | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete('question');
      else next.set('question', String(id));
      return next;
    });
  return [shown !== null && /^[0-9]+$/.test(shown) ? Number(shown) : null, show];
}

export function QuestionListPage() {
  const { t } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  const list = useListState({ filters, sort: '-createdMs' });
  const questions = useListQuery('/question/getList', list.input);
  const categories = useQuestionCategories().data?.items;
  const [shown, show] = useShownQuestion();
  const columns = useQuestionColumns();
  const importLink = useMayChange() && (
    <Button asChild variant="primary">
      <Link to="/teacher/exam/questions/import">
        <Upload />
        {t('import')}
      </Link>
    </Button>
  );
  return (
    <ListPage title={t('title')} actions={importLink}>
      <BankFigures categories={categories} />
      <DataList
        name="question"
        caption={t('listCaption')}
        list={list}
        query={questions}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => t('detail', { id: row.id })}
        open={(row) => () => show(row.id)}
        search={t('search')}
        filters={
          <>
            <FilterSelect
              list={list}
              name="type"
              label={t('type')}
              all={t('allTypes')}
              choices={typeCodes.map((value) => ({ value, label: code(`sectionType.${value}`) }))}
            />
            <FilterSelect
              list={list}
              name="category"
              label={t('category')}
              all={t('allCategories')}
              choices={(categories ?? []).flatMap(({ category }) => (category === '' ? [] : [{ value: category, label: category }]))}
              className="w-48"
            />
          </>
        }
        empty={{ title: t('emptyTitle'), text: t('emptyText'), action: importLink }}
      />
      <QuestionSheet id={shown} among={questions.data?.items.map((row) => row.id) ?? []} onShow={show} />
    </ListPage>
  );
}
