import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { formatDate } from '../../lib/format-time.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog } from '../primitives/dialog.tsx';
import { formatTotal, type PageTotal, readEveryRow, type FetchPage } from './list-pages.ts';
import { Progress } from '../primitives/progress.tsx';
import { createSpreadsheetData } from '../spreadsheet/sheet-cells.ts';
import { downloadFile } from '../spreadsheet/save-file.ts';
import { writeSheet } from '../spreadsheet/spreadsheet.ts';
import type { Column } from './columns.tsx';
import { toast } from '../feedback/toast.ts';
import { useAction } from '../use-action.ts';

/** Largest number of rows in an export. A message gives the number of rows left out. */
export const exportLimit = 20_000;

interface ExportButtonProps<T> {
  /** Name of the file and its sheet. */
  name: string;
  columns: readonly Column<T>[];
  fetchPage: FetchPage<T>;
  idOf: (row: T) => string | number;
  total: PageTotal;
}

/** Exports the list (all pages of the filter, visible columns) to an Excel file, with progress and a stop button. */
export function ExportButton<T>({ name, columns, fetchPage, idOf, total }: ExportButtonProps<T>) {
  const { t } = useTranslation('ui');
  const [done, setDone] = useState(0);
  const stop = useRef<AbortController | null>(null);
  const maxRows = total.isMore === true ? exportLimit : Math.min(total.total, exportLimit);
  const shownTotal = total.isMore === true ? formatTotal(total) : maxRows;

  const save = useAction({
    mutationFn: async () => {
      stop.current = new AbortController();
      const { signal } = stop.current;
      setDone(0);
      const result = await readEveryRow(fetchPage, { idOf, limit: exportLimit, signal, onProgress: setDone });
      downloadFile(await writeSheet(createSpreadsheetData(name, columns, result.rows), signal), `${name} ${formatDate(Date.now())}.xlsx`);
      return result;
    },
    onSuccess: (found) => {
      if (found.isMore === true || found.total > found.rows.length)
        toast.info(t('exportCut', { count: found.rows.length, total: formatTotal(found) }), { duration: 8000 });
      else toast.success(t('exportDone', { count: found.rows.length }));
    },
  });
  const close = () => {
    stop.current?.abort();
    save.reset();
  };
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        repeats={false}
        aria-label={t('export')}
        disabled={total.total === 0}
        onClick={() => save.mutate()}
        title={t('exportHint', { count: shownTotal })}
      >
        <Download />
        <span className="hidden @5xl:inline">{t('export')}</span>
      </Button>
      <Dialog
        open={save.isPending || save.error !== null}
        onOpenChange={close}
        title={t('exportTitle')}
        description={save.error === null ? t('exportHint', { count: shownTotal }) : t('exportFailed')}
        footer={
          <>
            <Button onClick={close}>{t(save.error === null ? 'exportStop' : 'close')}</Button>
            {save.error !== null && (
              <Button variant="primary" onClick={() => save.mutate()}>
                {t('retry')}
              </Button>
            )}
          </>
        }
      >
        {save.error === null ? (
          <div className="num flex flex-col gap-2 text-[13px]" role="status">
            <Progress value={maxRows === 0 ? null : done / maxRows} label={t('exportTitle')} />
            <span className="text-muted-foreground">
              {done < maxRows ? t('exportReading', { done, total: shownTotal }) : t('exportWriting')}
            </span>
          </div>
        ) : (
          <p role="alert" className="text-[13px] text-seal">
            {save.error.message}
          </p>
        )}
      </Dialog>
    </>
  );
}
