import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { joinWords } from '../../lib/punctuation.ts';
import { listFieldsWith, toMidSentence, findFieldLabel, type Resource } from '../../../sync/contract/resource.ts';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { Button } from '../../ui/primitives/button.tsx';
import { DataList, type DataListProps, ListPage } from '../../ui/list/data-list.tsx';
import type { RowActionItem } from '../../ui/list/row-actions.tsx';
import { useLabelText } from '../../ui/form/use-label-text.ts';
import { useCanChangeData } from '../session/can-change-data.ts';
import { NextStep, useShowSaved } from '../next-step.tsx';
import { getResourcePrefix, type ResourceCalls } from './create-resource-calls.ts';
import { type Column, type ColumnLook, dateColumn } from '../../ui/list/columns.tsx';
import type { RowVersionKey } from '../../../sync/contract/scalars.ts';

interface ResourceListPageProps<D, R extends RowVersionKey> extends Pick<
  DataListProps<R>,
  'list' | 'query' | 'columns' | 'filters' | 'open' | 'inlineActions'
> {
  calls: Pick<ResourceCalls<D, R>, 'resource' | 'remove'>;
  /** Defaults to the page's title in the menu. */
  title?: string;
  /** Text under the title. */
  hint?: ReactNode;
  nameOf: (row: R) => string;
  /** Further actions of the page, before the button "add". */
  extraActions?: ReactNode;
  /** Renders the form that adds a row (null) or changes `saved`. */
  form: (saved: R | null, onClose: (saved?: RowVersionKey) => void) => ReactNode;
  /** Further actions of a row, besides changing and removing it. Actions with `next` are listed before those two. */
  actions?: (row: R) => readonly RowActionItem[];
  /** Shown in an empty list: purpose of the resource. */
  emptyText?: string;
  /** Question before a row is removed, if the general question is not enough. */
  removeAsk?: (row: R) => string;
}

/** Shows the page of a resource: its list with search, filters, columns, export and paging, and the actions to add, change and remove a row. */
export function ResourceListPage<D, R extends RowVersionKey>({
  calls,
  title,
  hint,
  nameOf,
  extraActions,
  form,
  actions,
  emptyText,
  removeAsk,
  ...list
}: ResourceListPageProps<D, R>) {
  const { t } = useTranslation(['resource', 'words']);
  const words = useLabelText();
  const mayChange = useCanChangeData();
  const [editing, setEditing] = useState<{ saved: R | null } | null>(null);
  const [going, setGoing] = useState<R | null>(null);
  const showSaved = useShowSaved();
  const { resource } = calls;
  const listExtraActions = (row: R): readonly RowActionItem[] => actions?.(row) ?? [];
  const called = toMidSentence(words(resource.words));
  const searched = listFieldsWith(resource, 'search').map((field) => words(findFieldLabel(resource, field)));
  const create = mayChange && (
    <Button variant="primary" onClick={() => setEditing({ saved: null })}>
      <Plus aria-hidden />
      {t('add', { resource: called })}
    </Button>
  );
  return (
    <ListPage
      title={title}
      actions={
        extraActions === undefined ? (
          create
        ) : (
          <>
            {mayChange && extraActions}
            {create}
          </>
        )
      }
    >
      {hint !== undefined && <div className="-mt-2 text-[13px] text-muted-foreground">{hint}</div>}
      <NextStep rows={list.query.data?.items} nameOf={nameOf} actions={listExtraActions} />
      <DataList
        {...list}
        name={resource.name}
        caption={title}
        keyOf={(row) => row.id}
        nameOf={nameOf}
        open={list.open ?? ((row) => () => setEditing({ saved: row }))}
        actions={(row) => [
          ...listExtraActions(row).filter((action) => action.next === true),
          ...(mayChange ? [{ label: t('words:edit'), onSelect: () => setEditing({ saved: row }) }] : []),
          ...listExtraActions(row).filter((action) => action.next !== true),
          ...(mayChange ? [{ label: t('words:remove'), destroys: true as const, onSelect: () => setGoing(row) }] : []),
        ]}
        {...(searched.length === 0 ? {} : { search: joinWords(searched) })}
        empty={{ title: t('none', { resource: called }), ...(emptyText === undefined ? {} : { text: emptyText }), action: create }}
      />
      {editing !== null &&
        form(editing.saved, (saved) => {
          setEditing(null);
          if (saved !== undefined) showSaved(saved);
        })}
      {going !== null && (
        <ConfirmDialog
          title={t('words:remove')}
          confirm={t('words:remove')}
          tone="sealSolid"
          run={(quiet) => calls.remove({ id: going.id, version: going.version }, quiet)}
          invalidates={[getResourcePrefix(resource)]}
          doneText={t('words:removed')}
          onClose={() => setGoing(null)}
        >
          {removeAsk?.(going) ?? t('removeAsk', { resource: called, name: nameOf(going) })}
        </ConfirmDialog>
      )}
    </ListPage>
  );
}

type CellLook<R> = Omit<ColumnLook<R>, 'sort'> & {
  readonly cell?: (row: R) => ReactNode;
  readonly value?: (row: R) => string | number | null;
};

/** Converts a value to cell text: objects to their names, flags to yes or no. */
function toCellText(value: unknown, yesNo: (on: boolean) => string): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return yesNo(value);
  if (Array.isArray(value)) return joinWords(value.map((each) => toCellText(each, yesNo)));
  if (typeof value === 'object' && value !== null && 'name' in value) return toCellText(value.name, yesNo);
  return '';
}

/**
 * Makes the columns of a resource's list. Heading, sort order and value come from the resource's declaration. The page decides which columns
 * there are, their order and their width.
 *
 *     const column = useResourceColumns(classResource)<ClassRow>();
 *     const columns = [column('name', { fixed: true, opens: true }), column('grade', { width: 'w-28' })];
 */
export function useResourceColumns(resource: Resource) {
  const { t } = useTranslation('resource');
  const words = useLabelText();
  const formatYesNo = (on: boolean) => t(on ? 'yes' : 'no');
  return <R extends object>() =>
    (field: keyof R & string, { cell, value, ...look }: CellLook<R> = {}): Column<R> => {
      const isWhen = field === 'updatedMs';
      const base = {
        key: field,
        header: isWhen ? t('updated') : words(findFieldLabel(resource, field)),
        ...(isWhen || resource.fields[field]?.sort === true ? { sort: field } : {}),
        ...look,
      };
      if (cell !== undefined) return { ...base, cell, ...(value === undefined ? {} : { value }) };
      if (value !== undefined) return { ...base, value };
      if (isWhen) return dateColumn(field, t('updated'), (row) => Number(row[field]), { sort: field, ...look });
      return { ...base, value: (row) => toCellText(row[field], formatYesNo) };
    };
}
