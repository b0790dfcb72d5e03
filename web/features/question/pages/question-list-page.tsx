import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import {
  questionBanks,
  questionEvents,
  questionStatus,
  difficulty,
  professionLevels,
  type QuestionBank,
} from '../../../../sync/contract/codes.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { formatTotal } from '../../../ui/list/list-pages.ts';
import {
  useAddressParams,
  useListState,
  type ListState,
  categoryFilter,
  type FilterKind,
  createOneOfFilter,
  textFilter,
} from '../../../ui/list/list-state.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { CategoryChoice } from '../../../platform/categories/category-choice.tsx';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { SidePanel } from '../../../ui/list/side-panel.tsx';
import { useSelection } from '../../../ui/list/table-selection.ts';
import {
  useBankCategoryEdits,
  type QuestionListRow,
  useProfessionOfCode,
  useQuestionCategories,
  useQuestionTags,
} from '../question-queries.ts';
import { BulkClassification } from '../parts/bulk-classification.tsx';
import { PointChoice } from '../parts/point-choice.tsx';
import { QuestionExport } from '../parts/question-export.tsx';
import { QuestionSheet } from '../parts/question-sheet.tsx';
import { ReviewButtons } from '../parts/review-buttons.tsx';
import { pointFilter } from '../detail-points.ts';
import { useQuestionPlace } from '../question-place.ts';
import { FilterSelect, StatusFilter } from '../../../ui/list/filter-select.tsx';
import { questionTypes } from '../question-form-values.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { QuestionStatusChip } from '../../../ui/entity/status-chip.tsx';
import { type Column, dateColumn, mutedColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { toPlainText } from '../rich-words.ts';

/** Reads the displayed question from the URL, so that Back closes it. */
function useShownQuestion(): readonly [number | null, (id: number | null) => void] {
  const [params, changeParams] = useAddressParams();
  const questionParam = params.get('question');
  const show = (id: number | null) =>
    changeParams((nextParams) => {
      if (id === null) nextParams.delete('question');
      else nextParams.set('question', String(id));
      return nextParams;
    }, false);
  return [questionParam !== null && /^[0-9]+$/.test(questionParam) ? Number(questionParam) : null, show];
}

/** Lists a bank: the school's own or the certified one, which all schools share; on the question platform, of one profession. */
export function QuestionListPage() {
  const { t } = useTranslation(['question', 'words']);
  const place = useQuestionPlace();
  const list = useListState({ filters: questionFilters, sort: '-createdMs' });
  const bank = list.filters.bank ?? place.bank;
  const mayChange = place.mayChange && bank === place.bank;
  const profession = useProfessionOfCode(place.profCode).data;
  const { point, ...filter } = list.input.filter ?? {};
  const input = {
    ...list.input,
    filter: { ...filter, ...point, bank, ...(place.profCode !== null && { profId: profession?.id ?? Number.MAX_SAFE_INTEGER }) },
  };
  const questions = useListQuery('/question/getList', input);
  const categories = useQuestionCategories(bank).data?.items;
  const categoryEdits = useBankCategoryEdits(bank);
  const selection = useSelection<QuestionListRow>((row) => row.id);
  const [shownQuestionId, showQuestion] = useShownQuestion();
  const [side, setSide] = useState<'categories' | 'points'>(point === undefined ? 'categories' : 'points');
  const [toClassify, setToClassify] = useState<readonly QuestionListRow[] | null>(null);
  const [removing, setRemoving] = useState<readonly QuestionListRow[] | null>(null);
  const columns = useQuestionColumns();
  const category = list.filters.category;
  const isFiltered = Object.entries(list.filters).some(([name, value]) => name !== 'bank' && value !== undefined);
  // A new question gets the category, point and type of the list's filters.
  const begin = new URLSearchParams({
    ...(category !== undefined && category !== '' && { category }),
    ...(point !== undefined && { point: pointFilter.write(point) }),
    ...(filter.type !== undefined && { type: String(filter.type) }),
  });
  const create = mayChange && (
    <LinkButton variant="primary" to={`${place.base}/create?${begin.toString()}`}>
      <Plus />
      {t('words:questionCreate')}
    </LinkButton>
  );
  const importLink = mayChange && (
    <LinkButton to={`${place.base}/import`}>
      <Upload />
      {t('words:questionImport')}
    </LinkButton>
  );
  const { t: ui } = useTranslation('ui');
  const chosenSide =
    point === undefined
      ? `${t('words:category')} · ${category === '' ? ui('noCategory') : (category ?? t('allQuestions'))}`
      : `${t('point')} · ${point.pointCode ?? ''}`;
  const sides = (
    <span role="group" aria-label={t('sides')} className="-ml-1.5 flex gap-0.5">
      {(['categories', 'points'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === side}
          onClick={() => setSide(each)}
          className="rounded-md px-1.5 py-1 font-normal text-muted-foreground hover:text-foreground aria-pressed:font-semibold aria-pressed:text-foreground"
        >
          {t(each === 'points' ? 'point' : 'words:category')}
        </button>
      ))}
    </span>
  );
  const title =
    place.bank === 'school'
      ? t('words:questionsTitle')
      : profession == null
        ? t('words:certifiedBank')
        : t('certifiedOf', { name: profession.name });
  return (
    <ListPage
      title={title}
      actions={
        <>
          {mayChange && (
            <QuestionExport
              filter={input.filter}
              count={questions.data && formatTotal(questions.data)}
              sort={list.input.sort}
              {...(isFiltered && { fullFilter: { bank, ...(input.filter.profId !== undefined && { profId: input.filter.profId }) } })}
            />
          )}
          {importLink}
          {create}
        </>
      }
    >
      {place.bank === 'school' && (
        <div role="group" aria-label={t('words:questionsTitle')} className="-mt-1 flex gap-1.5">
          {questionBanks.map((each) => (
            <Button
              key={each}
              size="sm"
              variant={each === bank ? 'primary' : 'outline'}
              aria-pressed={each === bank}
              onClick={() => {
                selection.clear();
                list.clearFilters();
                list.setFilter('bank', each === place.bank ? undefined : each);
              }}
            >
              {t(`bank.${each}`)}
            </Button>
          ))}
          {bank !== place.bank && <span className="ml-2 self-center text-[13px] text-muted-foreground">{t('certifiedReadOnly')}</span>}
        </div>
      )}
      <section className="flex min-h-0 grow gap-3.5 max-lg:flex-col">
        <SidePanel
          title={sides}
          button={chosenSide}
          bodyClassName={side === 'points' ? 'flex flex-col' : 'scroll-slim overflow-y-auto p-1.5'}
        >
          {(close) =>
            side === 'points' ? (
              <PointChoice
                bank={bank}
                profId={profession?.id ?? null}
                selected={point ?? null}
                onSelect={(place) => {
                  list.setFilter('point', place ?? undefined);
                  close();
                }}
              />
            ) : (
              <CategoryChoice
                items={categories}
                all={t('allQuestions')}
                selected={category ?? null}
                onSelect={(path) => {
                  list.setFilter('category', path === null ? undefined : path);
                  close();
                }}
                edits={mayChange ? categoryEdits : null}
              />
            )
          }
        </SidePanel>
        <div className="flex min-w-0 grow flex-col *:min-h-0 *:grow">
          <DataList
            name="question"
            caption={t('listCaption')}
            list={list}
            query={questions}
            columns={columns}
            keyOf={(row) => row.id}
            nameOf={(row) => t('detail', { id: row.id })}
            open={(row) => () => showQuestion(row.id)}
            inlineActions={1}
            actions={(row) =>
              mayChange
                ? [
                    { label: t('words:edit'), to: `${place.base}/create/${row.id}` },
                    ...(row.status === questionStatus.draft
                      ? [{ label: t('words:remove'), destroys: true as const, onSelect: () => setRemoving([row]) }]
                      : []),
                  ]
                : [{ label: t('words:view'), to: `${place.base}/item/${row.id}` }]
            }
            {...(mayChange
              ? {
                  selection,
                  bulk: (rows: readonly QuestionListRow[]) => (
                    <>
                      <Button size="sm" onClick={() => setToClassify(rows)}>
                        {t('bulk')}
                      </Button>
                      <QuestionExport size="sm" ids={rows.map((row) => row.id)} filter={{ bank }} />
                      <ReviewButtons items={rows} events={listFittingEvents(rows)} size="sm" onDone={selection.clear} />
                      {rows.every((row) => row.status === questionStatus.draft) && (
                        <Button size="sm" variant="seal" onClick={() => setRemoving(rows)}>
                          {t('words:remove')}
                        </Button>
                      )}
                    </>
                  ),
                }
              : {})}
            {...(mayChange && { ownExport: true as const })}
            search={t('search')}
            filters={<QuestionFilters list={list} bank={bank} isOwnBank={bank === place.bank} />}
            empty={{ title: t('emptyTitle'), text: t('emptyText'), action: create }}
          />
        </div>
      </section>
      <QuestionSheet
        id={shownQuestionId}
        among={questions.data?.items.map((row) => row.id) ?? []}
        onShow={showQuestion}
        base={place.base}
      />
      {toClassify !== null && (
        <BulkClassification
          items={toClassify}
          bank={bank}
          onClose={() => setToClassify(null)}
          onDone={() => {
            setToClassify(null);
            selection.clear();
          }}
        />
      )}
      {removing !== null && (
        <ConfirmDialog
          title={t('removeTitle', { count: removing.length })}
          confirm={t('words:remove')}
          tone="sealSolid"
          run={(quiet) => makeCall('/question/remove', { items: removing.map(({ id, version }) => ({ id, version })) }, quiet)}
          invalidates={['/question']}
          doneText={({ removed }) => t('removed', { count: removed })}
          onDone={() => {
            setRemoving(null);
            selection.clear();
          }}
          onClose={() => setRemoving(null)}
        >
          {t('removeText')}
        </ConfirmDialog>
      )}
    </ListPage>
  );
}

/**
 * Returns the steps of the review workflow, such as submit or retire, that fit at least one row. The server skips the rows that a step does not fit,
 * and says why.
 */
function listFittingEvents(rows: readonly QuestionListRow[]) {
  const statuses = new Set(rows.map((row) => row.status));
  return questionEvents.filter((event) =>
    event === 'submit'
      ? statuses.has(questionStatus.draft)
      : event === 'retire'
        ? statuses.has(questionStatus.inUse)
        : event === 'revive'
          ? statuses.has(questionStatus.retired)
          : event !== 'withdraw' && statuses.has(questionStatus.inReview),
  );
}

const tagFilter: FilterKind<string[]> = { read: (text) => (text === '' ? undefined : text.split(',')), write: (tags) => tags.join(',') };
const statuses = Object.values(questionStatus);
const grades = Object.values(difficulty);
const questionFilters = {
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
  /** True if the listed bank is the one that this page edits. In the other bank, only questions in use are visible. */
  isOwnBank: boolean;
}

function QuestionFilters({ list, bank, isOwnBank: own }: QuestionFiltersProps) {
  const { t } = useTranslation(['question', 'words']);
  const { t: code } = useTranslation('codes');
  const tags = useQuestionTags(bank).data?.items ?? [];
  const { point } = list.filters;
  return (
    <>
      <FilterSelect
        name="type"
        label={t('words:questionType')}
        all={t('allTypes')}
        className="min-w-28"
        choices={questionTypes.map((value) => ({ value, label: code(`sectionType.${value}`) }))}
      />
      {own && <StatusFilter className="min-w-28" choices={statuses.map((value) => ({ value, label: code(`questionStatus.${value}`) }))} />}
      <FilterSelect
        name="difficulty"
        label={t('difficulty')}
        all={t('allDifficulty')}
        className="min-w-28"
        choices={grades.map((value) => ({ value, label: code(`difficulty.${value}`) }))}
      />
      {own && bank === 'certified' && (
        <FilterSelect
          name="level"
          label={t('words:level')}
          all={t('words:allLevels')}
          className="min-w-28"
          choices={professionLevels.map((value) => ({ value, label: code(`professionLevel.${value}`) }))}
        />
      )}
      {tags.length > 0 && (
        <FilterSelect
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

function useQuestionColumns(): Column<QuestionListRow>[] {
  const { t } = useTranslation(['question', 'words']);
  const { t: code } = useTranslation('codes');
  return [
    {
      key: 'stem',
      header: t('stem'),
      fixed: true,
      opens: true,
      // Pictures are scaled to the height of the row.
      cell: (row) => <RichText inline html={row.stem} className="[&_img]:inline! [&_img]:h-6! [&_img]:w-auto!" />,
      value: (row) => toPlainText(row.stem),
    },
    {
      key: 'type',
      header: t('words:questionType'),
      sort: 'type',
      width: 'w-28',
      // Truncate long type names, because the stem needs the space.
      cell: (row) => (
        <Chip className="max-w-28">
          <span className="truncate" title={code(`sectionType.${row.type}`)}>
            {code(`sectionType.${row.type}`)}
          </span>
        </Chip>
      ),
      value: (row) => code(`sectionType.${row.type}`),
    },
    statusColumn(
      'status',
      t('words:status'),
      (row) => <QuestionStatusChip status={row.status} />,
      (row) => code(`questionStatus.${row.status}`),
      { sort: 'status', width: 'w-32' },
    ),
    { key: 'difficulty', header: t('difficulty'), sort: 'difficulty', width: 'w-16', value: (row) => code(`difficulty.${row.difficulty}`) },
    { key: 'category', extra: true, header: t('words:category'), sort: 'category', width: 'w-36', value: (row) => row.category },
    {
      key: 'point',
      wide: true,
      header: t('point'),
      width: 'w-28',
      cell: (row) => <span className="num text-muted-foreground">{row.pointCode}</span>,
      value: (row) => row.pointCode,
    },
    { key: 'tags', extra: true, header: t('tags'), width: 'w-36', value: (row) => joinWords(row.tags) },
    { key: 'uniformity', extra: true, header: t('uniformity'), width: 'w-20', value: (row) => code(`difficulty.${row.uniformity}`) },
    numberColumn('used', t('used'), (row) => row.usedCount, { extra: true, sort: 'usedCount', width: 'w-16' }),
    numberColumn('exposed', t('exposed'), (row) => row.exposedCount, { extra: true, width: 'w-20' }),
    mutedColumn('source', t('source'), (row) => row.source, { extra: true, width: 'w-44' }),
    { key: 'by', extra: true, header: t('changedByName'), width: 'w-24', value: (row) => row.updatedByName },
    dateColumn('updated', t('updated'), (row) => row.updatedMs, {
      extra: true,
      sort: 'updatedMs',
      width: 'w-28',
      align: 'right',
      style: 'day',
      muted: true,
    }),
  ];
}
