import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
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
import { useQuestionColumns } from '../parts/question-columns.tsx';
import { QuestionExport } from '../parts/question-export.tsx';
import { QuestionSheet } from '../parts/question-sheet.tsx';
import { ReviewButtons } from '../parts/review-buttons.tsx';
import { pointFilter } from '../detail-points.ts';
import { useQuestionPlace } from '../question-place.ts';
import { FilterSelect, StatusFilter } from '../../../ui/list/filter-select.tsx';
import { questionTypes } from '../question-form-values.ts';

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
  const categoryEdits = useBankCategoryEdits(bank);
  const selection = useSelection<QuestionListRow>((row) => row.id);
  const [shownQuestionId, showQuestion] = useShownQuestion();
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
        <BankSwitch
          bank={bank}
          own={place.bank}
          onSwitch={(next) => {
            selection.clear();
            list.clearFilters();
            list.setFilter('bank', next === place.bank ? undefined : next);
          }}
        />
      )}
      <section className="flex min-h-0 grow gap-3.5 max-lg:flex-col">
        <QuestionSide list={list} bank={bank} profId={profession?.id ?? null} edits={mayChange ? categoryEdits : null} />
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
                    <BulkActions
                      rows={rows}
                      bank={bank}
                      onClassify={() => setToClassify(rows)}
                      onRemove={() => setRemoving(rows)}
                      onDone={selection.clear}
                    />
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
        <RemoveDialog
          rows={removing}
          onDone={() => {
            setRemoving(null);
            selection.clear();
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </ListPage>
  );
}

interface BankSwitchProps {
  bank: QuestionBank;
  /** The bank that this page edits. */
  own: QuestionBank;
  onSwitch: (bank: QuestionBank) => void;
}

/** Switches between the school's own bank and the certified one. */
function BankSwitch({ bank, own, onSwitch }: BankSwitchProps) {
  const { t } = useTranslation(['question', 'words']);
  return (
    <div role="group" aria-label={t('words:questionsTitle')} className="-mt-1 flex gap-1.5">
      {questionBanks.map((each) => (
        <Button
          key={each}
          size="sm"
          variant={each === bank ? 'primary' : 'outline'}
          aria-pressed={each === bank}
          onClick={() => onSwitch(each)}
        >
          {t(`bank.${each}`)}
        </Button>
      ))}
      {bank !== own && <span className="ml-2 self-center text-[13px] text-muted-foreground">{t('certifiedReadOnly')}</span>}
    </div>
  );
}

interface QuestionSideProps {
  list: ListState<typeof questionFilters>;
  bank: QuestionBank;
  /** Profession of the certified bank on this page; null for all. */
  profId: number | null;
  /** Changes of the categories; null if the user may not make any. */
  edits: ReturnType<typeof useBankCategoryEdits> | null;
}

/** Filters the list by a category or by a point of the detail table. */
function QuestionSide({ list, bank, profId, edits }: QuestionSideProps) {
  const { t } = useTranslation(['question', 'words']);
  const { point } = list.input.filter ?? {};
  const { category } = list.filters;
  const categories = useQuestionCategories(bank).data?.items;
  const [side, setSide] = useState<'categories' | 'points'>(point === undefined ? 'categories' : 'points');
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
  return (
    <SidePanel title={sides} button={chosenSide} bodyClassName={side === 'points' ? 'flex flex-col' : 'scroll-slim overflow-y-auto p-1.5'}>
      {(close) =>
        side === 'points' ? (
          <PointChoice
            bank={bank}
            profId={profId}
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
            edits={edits}
          />
        )
      }
    </SidePanel>
  );
}

interface BulkActionsProps {
  /** The selected rows. */
  rows: readonly QuestionListRow[];
  bank: QuestionBank;
  onClassify: () => void;
  onRemove: () => void;
  /** Called after a step of the review workflow. */
  onDone: () => void;
}

function BulkActions({ rows, bank, onClassify, onRemove, onDone }: BulkActionsProps) {
  const { t } = useTranslation(['question', 'words']);
  return (
    <>
      <Button size="sm" onClick={onClassify}>
        {t('bulk')}
      </Button>
      <QuestionExport size="sm" ids={rows.map((row) => row.id)} filter={{ bank }} />
      <ReviewButtons items={rows} events={listFittingEvents(rows)} size="sm" onDone={onDone} />
      {rows.every((row) => row.status === questionStatus.draft) && (
        <Button size="sm" variant="seal" onClick={onRemove}>
          {t('words:remove')}
        </Button>
      )}
    </>
  );
}

interface RemoveDialogProps {
  rows: readonly QuestionListRow[];
  onDone: () => void;
  onClose: () => void;
}

function RemoveDialog({ rows, onDone, onClose }: RemoveDialogProps) {
  const { t } = useTranslation(['question', 'words']);
  return (
    <ConfirmDialog
      title={t('removeTitle', { count: rows.length })}
      confirm={t('words:remove')}
      tone="sealSolid"
      run={(quiet) => makeCall('/question/remove', { items: rows.map(({ id, version }) => ({ id, version })) }, quiet)}
      invalidates={['/question']}
      doneText={({ removed }) => t('removed', { count: removed })}
      onDone={onDone}
      onClose={onClose}
    >
      {t('removeText')}
    </ConfirmDialog>
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

function QuestionFilters({ list, bank, isOwnBank }: QuestionFiltersProps) {
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
      {isOwnBank && (
        <StatusFilter className="min-w-28" choices={statuses.map((value) => ({ value, label: code(`questionStatus.${value}`) }))} />
      )}
      <FilterSelect
        name="difficulty"
        label={t('difficulty')}
        all={t('allDifficulty')}
        className="min-w-28"
        choices={grades.map((value) => ({ value, label: code(`difficulty.${value}`) }))}
      />
      {isOwnBank && bank === 'certified' && (
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
