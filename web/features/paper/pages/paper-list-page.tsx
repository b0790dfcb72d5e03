import { useAtomValue } from 'jotai';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { paperKinds, paperStatus, type PaperCategoryTree } from '../../../../sync/contract/codes.ts';
import { flowAtoms } from '../../../platform/session/app-flow.ts';
import { useInvalidate, useListQuery } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ForRoles } from '../../../platform/session/for-roles.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { CategoryChoice } from '../../../platform/categories/category-choice.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { FilterSelect, StatusFilter } from '../../../ui/list/filter-select.tsx';
import { categoryFilter, createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { SidePanel } from '../../../ui/list/side-panel.tsx';
import { useSelection } from '../../../ui/list/table-selection.ts';
import { PaperStatusChip } from '../../../ui/entity/status-chip.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type Column, dateColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { usePaperCategoryEdits, type PaperSummary, usePaperCategories, useCategoryPaths, usePaperArea } from '../paper-queries.ts';
import { useUnsavedPaper } from '../paper-saved-flag.ts';
import { CategoryInput } from '../../../ui/tree/category-input.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';

const statuses = [paperStatus.created, paperStatus.assembled, paperStatus.organised] as const;
const filters = { keyword: textFilter, kind: createOneOfFilter(paperKinds), status: createOneOfFilter(statuses), category: categoryFilter };

function useColumns(several: boolean): Column<PaperSummary>[] {
  const { id: opened } = useAtomValue(flowAtoms.paper);
  const { t } = useTranslation(['paper', 'words']);
  const { t: code } = useTranslation('codes');
  const kind: Column<PaperSummary> = { key: 'kind', header: t('kind'), width: 'w-20', value: (row) => t(`kinds.${row.kind}`) };
  return [
    {
      key: 'name',
      header: t('name'),
      sort: 'name',
      fixed: true,
      opens: true,
      // Mark the paper that the user opened last.
      sideContent: (row) => row.id === opened && <Chip className="ml-2">{t('lastOpened')}</Chip>,
      value: (row) => row.name,
    },
    ...(several ? [kind] : []),
    {
      key: 'category',
      header: t('words:category'),
      width: 'w-36',
      // Hidden by default, because the tree next to the list shows the category.
      extra: true,
      cell: (row) => <span className="text-muted-foreground">{row.category}</span>,
      value: (row) => row.category,
    },
    statusColumn(
      'status',
      t('words:status'),
      (row) => <PaperStatusChip status={row.status} />,
      (row) => code(`paperStatus.${row.status}`),
      { width: 'w-40' },
    ),
    numberColumn('count', t('words:questionCount'), (row) => row.questionCount, { width: 'w-20' }),
    numberColumn('points', t('totalPoints'), (row) => row.totalPoints, { sort: 'totalPoints', width: 'w-20', wide: true }),
    numberColumn('variants', t('variants'), (row) => row.variantCount, { width: 'w-16', wide: true }),
    dateColumn('updated', t('updated'), (row) => row.updatedMs, {
      sort: 'updatedMs',
      width: 'w-40',
      align: 'right',
      wide: true,
      muted: true,
    }),
  ];
}

/** Lists the papers of an area: exams, tests and exercises, or homework. */
export function PaperListPage() {
  const { t } = useTranslation(['paper', 'ui', 'words']);
  const { t: code } = useTranslation('codes');
  const { t: ui } = useTranslation('ui');
  const { base, kinds, shelf } = usePaperArea();
  const mayChange = useCanChangeData();
  const unsaved = useUnsavedPaper();
  const invalidate = useInvalidate();
  const [removing, setRemoving] = useState<readonly PaperSummary[] | null>(null);
  const [toClassify, setToClassify] = useState<readonly PaperSummary[] | null>(null);
  const selection = useSelection<PaperSummary>((row) => row.id);
  const categories = usePaperCategories(shelf).data;
  const edits = usePaperCategoryEdits(shelf);
  const list = useListState({ filters, sort: '-updatedMs' });
  const { category } = list.filters;
  const chosen = `${ui('categories')} · ${category === '' ? ui('noCategory') : (category ?? t('allPapers'))}`;
  const { kind, ...filter } = list.input.filter ?? {};
  const shownKinds = kind !== undefined && kinds.includes(kind) ? [kind] : [...kinds];
  const papers = useListQuery('/paper/getList', { ...list.input, filter: { ...filter, kinds: shownKinds } });
  const refresh = () => invalidate('/paper');
  const copy = useAction({
    mutationFn: (row: PaperSummary) => makeCall('/paper/copy', { id: row.id, name: t('copyName', { name: row.name }).slice(0, 200) }),
    onSuccess: (_made, row) => toast.success(t('copied', { name: t('copyName', { name: row.name }) })),
    onSettled: refresh,
  });
  const done = () => {
    setToClassify(null);
    setRemoving(null);
    selection.clear();
  };
  const columns = useColumns(kinds.length > 1);
  const create = mayChange && (
    <LinkButton
      variant="primary"
      to={`${base}/paper/create${list.filters.category ? `?category=${encodeURIComponent(list.filters.category)}` : ''}`}
    >
      <Plus />
      {t('words:paperCreate')}
    </LinkButton>
  );
  const isFixed = (row: PaperSummary) => !mayChange || row.status === paperStatus.organised;
  return (
    <ListPage
      actions={
        <>
          <ForRoles roles={['admin', 'school']}>
            <LinkButton to={`${base}/paper/prof`}>{t('profs')}</LinkButton>
          </ForRoles>
          {create}
        </>
      }
    >
      {unsaved?.startsWith(`${base}/`) === true && (
        <Strip
          tone="kept"
          action={
            <Link className="shrink-0 font-medium text-primary underline-offset-4 hover:underline" to={unsaved}>
              {t('goOnWriting')}
            </Link>
          }
        >
          {t('unsavedPaper')}
        </Strip>
      )}
      <section className="flex min-h-0 grow gap-3.5 max-lg:flex-col">
        <SidePanel title={ui('categories')} button={chosen} bodyClassName="scroll-slim overflow-y-auto p-1.5">
          {(close) => (
            <CategoryChoice
              items={categories}
              all={t('allPapers')}
              selected={category ?? null}
              onSelect={(path) => {
                list.setFilter('category', path === null ? undefined : path);
                close();
              }}
              edits={mayChange ? edits : null}
            />
          )}
        </SidePanel>
        <div className="flex min-w-0 grow flex-col *:min-h-0 *:grow">
          <DataList
            name="paper"
            caption={t('listCaption')}
            list={list}
            query={papers}
            columns={columns}
            keyOf={(row) => row.id}
            nameOf={(row) => row.name}
            open={(row) => `${base}/paper-form/${row.id}`}
            inlineActions={1}
            actions={(row) => [
              ...(isFixed(row) ? [] : [{ label: t('words:edit'), to: `${base}/paper/create/${row.id}` }]),
              { label: t(isFixed(row) ? 'words:view' : 'assemble'), to: `${base}/paper-form/${row.id}` },
              ...(mayChange
                ? [
                    { label: t('words:copy'), onSelect: () => copy.mutate(row) },
                    { label: t('file'), onSelect: () => setToClassify([row]) },
                  ]
                : []),
              { label: t('ui:printNow'), to: `${base}/paper-form/${row.id}/print` },
              ...(isFixed(row) ? [] : [{ label: t('words:remove'), destroys: true as const, onSelect: () => setRemoving([row]) }]),
            ]}
            {...(mayChange
              ? {
                  selection,
                  bulk: (rows: readonly PaperSummary[]) => (
                    <>
                      <Button size="sm" onClick={() => setToClassify(rows)}>
                        {t('file')}
                      </Button>
                      <Button
                        size="sm"
                        variant="seal"
                        disabled={rows.every((row) => row.status === paperStatus.organised)}
                        onClick={() => setRemoving(rows)}
                      >
                        {t('words:remove')}
                      </Button>
                    </>
                  ),
                }
              : {})}
            search={t('search')}
            filters={
              <>
                {kinds.length > 1 && (
                  <FilterSelect
                    name="kind"
                    label={t('kind')}
                    all={t('allKinds')}
                    choices={kinds.map((each) => ({ value: each, label: t(`kinds.${each}`) }))}
                  />
                )}
                <StatusFilter choices={statuses.map((status) => ({ value: status, label: code(`paperStatus.${status}`) }))} />
              </>
            }
            empty={{ title: t('emptyTitle'), text: t('emptyText'), action: create }}
          />
        </div>
      </section>
      {toClassify !== null && <PaperCategoryDialog papers={toClassify} shelf={shelf} onClose={() => setToClassify(null)} onDone={done} />}
      {removing !== null && <PaperRemoval papers={removing} onClose={() => setRemoving(null)} onDone={done} />}
    </ListPage>
  );
}

interface PaperCategoryDialogProps {
  papers: readonly PaperSummary[];
  shelf: PaperCategoryTree;
  onClose: () => void;
  onDone: () => void;
}

/** Moves papers to a category. Papers in use can be moved too, because an exam does not depend on the category of its paper. */
export function PaperCategoryDialog({ papers, shelf, onClose, onDone }: PaperCategoryDialogProps) {
  const { t } = useTranslation(['paper', 'words']);
  const { t: ui } = useTranslation('ui');
  const [category, setCategory] = useState(papers.length === 1 ? (papers[0]?.category ?? '') : '');
  const categoryPaths = useCategoryPaths(shelf);
  return (
    <ActionDialog
      title={t('fileTitle', { count: papers.length })}
      confirm={t('fileRun')}
      run={(quiet) => makeCall('/paper/file', { items: papers.map(({ id, version }) => ({ id, version })), category }, quiet)}
      invalidates={['/paper']}
      doneText={({ filed }) => t('filed', { count: filed, category: category.trim() === '' ? ui('noCategory') : category.trim() })}
      onDone={onDone}
      onClose={onClose}
    >
      <Field label={t('words:category')} hint={t('categoryHint')}>
        {(control) => (
          <CategoryInput
            {...control}
            autoFocus
            suggestions={categoryPaths}
            placeholder={ui('noCategory')}
            value={category}
            onChange={(event) => setCategory(event.target.value)}
          />
        )}
      </Field>
    </ActionDialog>
  );
}

const namedAtMost = 8;

interface PaperRemovalProps {
  papers: readonly PaperSummary[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks for confirmation to remove papers, and names them with their numbers of questions and variants. Papers in use stay. */
export function PaperRemoval({ papers, onClose, onDone }: PaperRemovalProps) {
  const { t } = useTranslation(['paper', 'words']);
  const openPapers = papers.filter((paper) => paper.status !== paperStatus.organised);
  const staying = papers.length - openPapers.length;
  const [only] = openPapers;
  return (
    <ConfirmDialog
      title={openPapers.length === 1 ? t('removeTitle', { name: only?.name ?? '' }) : t('removeManyTitle', { count: openPapers.length })}
      confirm={t('words:remove')}
      tone="sealSolid"
      run={(quiet) => makeCall('/paper/remove', { items: openPapers.map(({ id, version }) => ({ id, version })) }, quiet)}
      invalidates={['/paper']}
      doneText={({ removed }) => (removed === 1 ? t('removedPaper', { name: only?.name ?? '' }) : t('removedPapers', { count: removed }))}
      onDone={onDone}
      onClose={onClose}
    >
      {openPapers.length > 1 && (
        <ul className="mb-2 list-disc pl-5">
          {openPapers.slice(0, namedAtMost).map((paper) => (
            <li key={paper.id}>{t('removeLine', { name: paper.name, questions: paper.questionCount, variants: paper.variantCount })}</li>
          ))}
          {openPapers.length > namedAtMost && <li>{t('removeMore', { count: openPapers.length - namedAtMost })}</li>}
        </ul>
      )}
      <p>
        {openPapers.length === 1 && only !== undefined
          ? t('removeText', { questions: only.questionCount, variants: only.variantCount })
          : t('removeManyText')}
      </p>
      {staying > 0 && <p className="mt-2 font-medium text-foreground">{t('removeStaying', { count: staying })}</p>}
    </ConfirmDialog>
  );
}
