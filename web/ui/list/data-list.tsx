import { useEffect, type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../primitives/button.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ExportButton } from './export-button.tsx';
import { FilteredList } from './filter-select.tsx';
import type { ListControls } from './list-state.ts';
import { EmptyState } from '../feedback/notice.tsx';
import { usePageTitle } from '../page-title.ts';
import { Panel } from '../primitives/panel.tsx';
import { QueryFailure } from '../feedback/loading-state.tsx';
import { SearchInput } from './search-input.tsx';
import { listShownColumns, type Column, type ColumnChoice, sortRows } from './columns.tsx';
import { useColumnChoice } from './table-memory.ts';
import { refreshSelectedRows, type RowId, type Selection } from './table-selection.ts';
import { useIsWide } from './use-wide.ts';
import { formatTotal, readEveryRow, type FetchPage, type ListPageResult, type PageTotal } from './list-pages.ts';
import { toast } from '../feedback/toast.ts';
import { Columns3, ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import * as Base from 'radix-ui/popover';
import { Checkbox } from '../primitives/checkbox.tsx';
import { formatCount } from '../../lib/format-number.ts';
import { Select } from '../primitives/select.tsx';
import { PageHeader } from '../page-header.tsx';

/** The result of a list's query: from `useListQuery`, or from `createLocalListQuery` for rows in memory. */
export interface ListQuery<T> {
  readonly data: ListPageResult<T> | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  readonly isPlaceholderData?: boolean;
  /** Reads other pages of the list. Without it, the list offers neither export nor "select all". */
  readonly fetchPage?: FetchPage<T>;
}

export interface DataListProps<T> extends Pick<
  DataTableProps<T>,
  'columns' | 'keyOf' | 'open' | 'actions' | 'inlineActions' | 'expected' | 'className'
> {
  /** Name of the table and of its export; by default the page's title in the menu. */
  caption?: string | undefined;
  /** Name under which the user's column choice is remembered: `paper`, `exam-plan.scores`. */
  name: string;
  list: ListControls;
  query: ListQuery<T>;
  /** Returns the name of a row, for its checkbox and its actions. */
  nameOf: (row: T) => string;
  /** Says which fields the search covers. Omit if the list has no filter `keyword`. */
  search?: string;
  /** `FilterSelect`s and similar controls next to the search field. */
  filters?: ReactNode;
  /** Text for an empty list without filters: its purpose, and the next step. */
  empty: { readonly title: string; readonly text?: string; readonly action?: ReactNode };
  selection?: DataTableProps<T>['selection'];
  /** Bulk actions for the selected rows, each row in the newest version that the page has. */
  bulk?: (rows: readonly T[]) => ReactNode;
  /** Shows all rows in one scrolling table instead of pages. Use it only for rows in memory. */
  unpaged?: true;
  /** Hides the list's export, because the page has its own, more detailed one. */
  ownExport?: true;
  title?: ReactNode;
  aside?: ReactNode;
}

/**
 * Renders a complete list in a panel: search and filters, columns and export, the table, bulk actions, paging; and its loading, empty and failed
 * states.
 *
 *     const filters = { keyword: textFilter }; // Declared once, outside the component.
 *     const list = useListState({ filters, sort: '-updatedMs' });
 *     const papers = useListQuery('/paper/getList', list.input); // Or `createLocalListQuery` for rows in memory.
 *     <DataList name="paper" caption={t('listCaption')} list={list} query={papers} columns={columns} keyOf={(row) => row.id}
 *       nameOf={(row) => row.name} search={t('search')} open={(row) => `/teacher/exam/paper-form/${row.id}`}
 *       actions={(row) => [{ label: t('change'), to: `…/create/${row.id}` }]} empty={{ title: t('emptyTitle'), action: create }} />
 */
export function DataList<T>(props: DataListProps<T>) {
  const { list, query, columns, keyOf, selection } = props;
  const { t } = useTranslation('ui');
  const pageTitle = usePageTitle();
  const caption = props.caption ?? pageTitle;
  const [choice, setChoice] = useColumnChoice(props.name);
  const wide = useIsWide();
  const { data } = query;
  const { page, pageSize, setPage } = list;

  // If the last row of the last page was deleted, or a link names a page that no longer exists, go to the last page.
  const lastPage = data === undefined || data.isMore === true ? undefined : Math.max(1, Math.ceil(data.total / pageSize));
  const isBeyondLastPage =
    lastPage !== undefined && props.unpaged !== true && query.isPlaceholderData !== true && (page > lastPage || page < 0);
  useEffect(() => {
    if (isBeyondLastPage) setPage(lastPage, true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `setPage` is a new function in every render
  }, [isBeyondLastPage, lastPage]);

  const clear = <Button onClick={list.clearFilters}>{t('clearFilters')}</Button>;
  const selectedOnPage = selection === undefined ? 0 : (data?.items.filter((row) => selection.ids.has(keyOf(row))).length ?? 0);
  return (
    <Panel
      title={props.title}
      aside={props.aside}
      className="print:overflow-visible print:rounded-none print:border-0"
      bodyClassName="flex min-h-0 flex-col"
    >
      <div className="@container flex flex-wrap items-center gap-2.5 border-b p-2.5 print:hidden">
        {props.search !== undefined && (
          <SearchInput
            value={list.textOf('keyword')}
            onChange={(text) => list.setText('keyword', text)}
            placeholder={props.search}
            className="max-w-72 min-w-40 grow basis-40"
          />
        )}
        <FilteredList value={list}>{props.filters}</FilteredList>
        {list.filtered && (
          <Button variant="ghost" size="sm" onClick={list.clearFilters}>
            {t('clearFilters')}
          </Button>
        )}
        <span className="ml-auto flex gap-1">
          <ColumnMenu columns={columns} choice={choice} onChange={setChoice} wide={wide} />
          {query.fetchPage !== undefined && props.ownExport !== true && columns.some((column) => column.value !== undefined) && (
            <ExportButton
              name={caption}
              columns={listShownColumns(columns, choice, wide)}
              fetchPage={query.fetchPage}
              idOf={keyOf}
              total={data ?? { total: 0 }}
            />
          )}
        </span>
      </div>
      {selection !== undefined && props.bulk !== undefined && selection.ids.size > 0 && (
        <BulkBar selection={selection} onPageCount={selectedOnPage} total={data?.total ?? 0} fetchPage={query.fetchPage} idOf={keyOf}>
          {props.bulk(refreshSelectedRows(selection.rows, data?.items ?? [], keyOf))}
        </BulkBar>
      )}
      {query.error !== null && data === undefined ? (
        <QueryFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          caption={caption}
          columns={columns}
          rows={isBeyondLastPage ? undefined : data?.items}
          keyOf={keyOf}
          nameOf={props.nameOf}
          sort={list.sort}
          onSort={list.setSort}
          selection={selection}
          open={props.open}
          actions={props.actions}
          inlineActions={props.inlineActions ?? 2}
          choice={choice}
          expected={props.expected ?? 12}
          stale={query.isPlaceholderData === true}
          className={props.className}
          empty={
            list.filtered ? (
              <EmptyState title={t('noneFits')} action={clear}>
                {t('noneFitsText')}
              </EmptyState>
            ) : (
              <EmptyState title={props.empty.title} action={props.empty.action}>
                {props.empty.text}
              </EmptyState>
            )
          }
        />
      )}
      {props.unpaged === true && data !== undefined && data.total > 0 && (
        <p className="num border-t px-3.5 py-2 text-[13px] text-muted-foreground print:hidden">{t('totalRows', { count: data.total })}</p>
      )}
      {props.unpaged !== true && <Pagination page={page} pageSize={pageSize} total={data} onPage={setPage} onPageSize={list.setPageSize} />}
    </Panel>
  );
}

/** Largest number of rows in one bulk action. */
const selectionLimit = 2000;

interface BulkBarProps<T> {
  selection: Selection<T>;
  /** Number of selected rows on the current page. */
  onPageCount: number;
  total: number;
  fetchPage: FetchPage<T> | undefined;
  idOf: (row: T) => RowId;
  children: ReactNode;
}

/**
 * Shows, above the rows while any is selected, the number of selected rows (those on other pages separately), buttons to select all or none, and the
 * bulk actions.
 */
function BulkBar<T>({ selection, onPageCount, total, fetchPage, idOf, children }: BulkBarProps<T>) {
  const { t } = useTranslation('ui');
  const [busy, setBusy] = useState(false);
  const count = selection.ids.size;
  const elsewhere = count - onPageCount;
  const all = async (fetch: FetchPage<T>) => {
    setBusy(true);
    try {
      const found = await readEveryRow(fetch, { idOf, limit: selectionLimit, signal: new AbortController().signal });
      selection.setSelected(found.rows, true);
      if (found.total > found.rows.length) toast.info(t('selectedCut', { count: selectionLimit, total: formatTotal(found) }));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div
      role="region"
      aria-label={t('bulk')}
      className="num flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-primary-soft px-3.5 py-1 text-[13px] print:hidden"
    >
      <span role="status" className="font-medium text-accent-foreground">
        {t('selectedCount', { count })}
        {elsewhere > 0 && <span className="ml-1 font-normal text-muted-foreground">{t('selectedElsewhere', { count: elsewhere })}</span>}
      </span>
      {fetchPage !== undefined && total > count && (
        <Button size="sm" variant="link" busy={busy} onClick={() => void all(fetchPage)}>
          {t('selectAllFitting', { count: Math.min(total, selectionLimit) })}
        </Button>
      )}
      <Button size="sm" variant="link" onClick={selection.clear}>
        {t('selectNone')}
      </Button>
      <div className="ml-auto flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

interface ColumnMenuProps {
  columns: readonly Column<never>[];
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
  /** True if the window is wide enough for the `wide` columns. */
  wide: boolean;
}

/** Lets the user choose the visible columns; the choice is remembered. */
function ColumnMenu({ columns, choice, onChange, wide }: ColumnMenuProps) {
  const { t } = useTranslation('ui');
  const shownKeys = new Set(listShownColumns(columns, choice, wide).map((column) => column.key));
  const optionalColumns = columns.filter((column) => column.fixed !== true);
  if (optionalColumns.length === 0) return null;
  return (
    <Base.Root>
      <Base.Trigger asChild>
        <Button size="sm" variant="ghost" aria-label={t('columns')} title={t('columns')}>
          <Columns3 />
          {/* In a narrow list the label is hidden, so that the filters fit on one line. */}
          <span className="hidden @5xl:inline">{t('columns')}</span>
        </Button>
      </Base.Trigger>
      <Base.Portal>
        <Base.Content
          align="end"
          sideOffset={4}
          aria-label={t('columns')}
          className="z-50 flex max-h-[min(26rem,var(--radix-popover-content-available-height))] w-56 flex-col rounded-lg border bg-popover text-popover-foreground shadow-pop outline-none"
        >
          <div className="scroll-slim min-h-0 overflow-y-auto p-1">
            {optionalColumns.map((column) => (
              <label key={column.key} className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-sm hover:bg-accent">
                <Checkbox
                  checked={shownKeys.has(column.key)}
                  onCheckedChange={(on) => onChange({ ...choice, [column.key]: on === true })}
                />
                {column.header}
              </label>
            ))}
          </div>
          <div className="border-t p-1">
            <Button size="sm" variant="ghost" className="w-full" disabled={Object.keys(choice).length === 0} onClick={() => onChange({})}>
              {t('columnsReset')}
            </Button>
          </div>
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}

const sizes = [20, 50, 100, 200];

interface PaginationProps {
  page: number;
  pageSize: number;
  total: PageTotal | undefined;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
}

/** Shows the total and the page, and leads to other pages. If the total is not known, pages near either end of the list can be reached. */
export function Pagination({ page, pageSize, total: listTotal, onPage, onPageSize }: PaginationProps) {
  const { t } = useTranslation('ui');
  if (listTotal === undefined || listTotal.total === 0) return null;
  const { total, isMore = false } = listTotal;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const isFromEnd = page < 0;
  const place = !isMore
    ? t('pageOf', { page, pages })
    : page === -1
      ? t('lastPage')
      : t(isFromEnd ? 'pageFromEnd' : 'pageNumber', { page: Math.abs(page) });
  return (
    <nav
      aria-label={t('pages')}
      className="num flex flex-wrap items-center justify-end gap-x-3 gap-y-1.5 whitespace-nowrap border-t px-3.5 py-2 text-[13px] text-muted-foreground"
    >
      <span className="mr-auto">{isMore ? t('moreRows', { count: formatCount(total) }) : t('totalRows', { count: total })}</span>
      <Select
        aria-label={t('pageSize')}
        value={String(pageSize)}
        onChange={(size) => onPageSize(Number(size))}
        choices={sizes.map((size) => ({ value: String(size), label: t('perPage', { size }) }))}
        className="h-[30px] w-auto min-w-28 text-[13px]"
      />
      <span>{place}</span>
      <span className="flex gap-1">
        {isMore && (
          <Button size="iconSm" aria-label={t('firstPage')} disabled={page === 1} onClick={() => onPage(1)}>
            <ChevronsLeft />
          </Button>
        )}
        <Button
          repeats
          size="iconSm"
          aria-label={t('previous')}
          disabled={isFromEnd ? page <= -pages : page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft />
        </Button>
        <Button
          repeats
          size="iconSm"
          aria-label={t('next')}
          disabled={isFromEnd ? page === -1 : page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight />
        </Button>
        {isMore && (
          <Button size="iconSm" aria-label={t('lastPage')} disabled={page === -1} onClick={() => onPage(-1)}>
            <ChevronsRight />
          </Button>
        )}
      </span>
    </nav>
  );
}

interface ListPageProps {
  /** Defaults to the page's title in the menu. */
  title?: ReactNode;
  /** Buttons at the right, the main one last. */
  actions?: ReactNode;
  /** Figures above the list, the `DataList`, and a sheet that shows one row. */
  children: ReactNode;
}

/**
 * Renders the layout of a page with a list. It fills the window, so that the rows scroll under their heading and the paging stays in view. Content
 * above the list keeps its height.
 */
export function ListPage({ title, actions, children }: ListPageProps) {
  return (
    <div className="flex h-full flex-col gap-3.5 *:shrink-0 print:block [&>section:last-of-type]:min-h-80 [&>section:last-of-type]:shrink">
      <PageHeader title={title} actions={actions} />
      {children}
    </div>
  );
}

/** Presents rows in memory as a list query: sorted by the column's `value`, paged (or not), and exportable. The caller filters the rows. */
export function createLocalListQuery<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  list: ListControls,
  unpaged = false,
): ListQuery<T> {
  const sorted = sortRows(rows, columns, list.sort);
  const cut = (page: number, size: number) => sorted.slice((page - 1) * size, page * size);
  return {
    data: { items: unpaged ? sorted : cut(list.page, list.pageSize), total: rows.length },
    error: null,
    refetch: () => undefined,
    fetchPage: (page, size) => Promise.resolve({ items: cut(page, size), total: rows.length }),
  };
}
