import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../primitives/button.tsx';
import { formatTotal, readEveryRow, type FetchPage } from './list-pages.ts';
import type { RowId, Selection } from './table-selection.ts';
import { toast } from '../feedback/toast.ts';

/** Largest number of rows in one bulk action. */
export const selectionLimit = 2000;

interface BulkBarProps<T> {
  selection: Selection<T>;
  /** Number of selected rows on this page. */
  here: number;
  total: number;
  fetchPage: FetchPage<T> | undefined;
  idOf: (row: T) => RowId;
  children: ReactNode;
}

/**
 * Shows, above the rows while any is selected, the number of selected rows (those on other pages separately), buttons to select all or none, and the
 * bulk actions.
 */
export function BulkBar<T>({ selection, here, total, fetchPage, idOf, children }: BulkBarProps<T>) {
  const { t } = useTranslation('ui');
  const [busy, setBusy] = useState(false);
  const count = selection.ids.size;
  const elsewhere = count - here;
  const all = async (fetch: FetchPage<T>) => {
    setBusy(true);
    try {
      const found = await readEveryRow(fetch, { idOf, limit: selectionLimit, signal: new AbortController().signal });
      selection.put(found.rows, true);
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
