import { useTranslation } from '../../../lib/i18n.ts';
import { difficulty, professionLevels, type QuestionBank, questionBanks, questionStatus } from '../../../../sync/contract/codes.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { categoryFilter, type FilterKind, createOneOfFilter, textFilter } from '../../../ui/list/list-filters.ts';
import type { ListState } from '../../../ui/list/list-state.ts';
import { pointFilter } from '../point-filter.ts';
import { questionTypes } from '../question-form-values.ts';
import { useQuestionTags } from '../question-queries.ts';

const tagFilter: FilterKind<string[]> = { read: (text) => (text === '' ? undefined : text.split(',')), write: (tags) => tags.join(',') };
const statuses = Object.values(questionStatus);
const grades = Object.values(difficulty);
export const questionFilters = {
  keyword: textFilter,
  bank: createOneOfFilter(questionBanks),
  type: createOneOfFilter(questionTypes),
  status: createOneOfFilter(statuses),
  difficulty: createOneOfFilter(grades),
  category: categoryFilter,
  tags: tagFilter,
  level: createOneOfFilter(professionLevels),
  point: pointFilter,
};

interface QuestionFiltersProps {
  list: ListState<typeof questionFilters>;
  bank: QuestionBank;
  /** True for the bank that is edited here; of the other bank only questions in use are visible. */
  own: boolean;
}

export function QuestionFilters({ list, bank, own }: QuestionFiltersProps) {
  const { t } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  const tags = useQuestionTags(bank).data?.items ?? [];
  const { point } = list.filters;
  return (
    <>
      <FilterSelect
        list={list}
        name="type"
        label={t('type')}
        all={t('allTypes')}
        className="min-w-28"
        choices={questionTypes.map((value) => ({ value, label: code(`sectionType.${value}`) }))}
      />
      {own && (
        <FilterSelect
          list={list}
          name="status"
          label={t('status')}
          all={t('allStatus')}
          className="min-w-28"
          choices={statuses.map((value) => ({ value, label: code(`questionStatus.${value}`) }))}
        />
      )}
      <FilterSelect
        list={list}
        name="difficulty"
        label={t('difficulty')}
        all={t('allDifficulty')}
        className="min-w-28"
        choices={grades.map((value) => ({ value, label: code(`difficulty.${value}`) }))}
      />
      {own && bank === 'certified' && (
        <FilterSelect
          list={list}
          name="level"
          label={t('level')}
          all={t('allLevels')}
          className="min-w-28"
          choices={professionLevels.map((value) => ({ value, label: code(`professionLevel.${value}`) }))}
        />
      )}
      {tags.length > 0 && (
        <FilterSelect
          list={list}
          name="tags"
          label={t('tags')}
          all={t('allTags')}
          className="min-w-28"
          choices={tags.map(({ tag, count }) => ({ value: tag, label: `${tag} ${count}` }))}
        />
      )}
      {point !== undefined && (
        <Button size="sm" onClick={() => list.setFilter('point', undefined)}>
          {t('pointIs', { code: point.pointCode })} ✕
        </Button>
      )}
    </>
  );
}
