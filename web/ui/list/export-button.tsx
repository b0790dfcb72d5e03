import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { formatDate } from '../../lib/format-time.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog } from '../primitives/dialog.tsx';
import { formatTotal, type ListTotal, readEveryRow, type FetchPage } from './list-pages.ts';
import { Progress } from '../primitives/progress.tsx';
import { createSpreadsheetData } from '../spreadsheet/sheet-cells.ts';
import { downloadFile } from '../spreadsheet/save-file.ts';
import { writeSheet } from '../spreadsheet/spreadsheet.ts';
import type { Column } from './table-columns.ts';
import { toast } from '../feedback/toast.ts';

/** Largest number of rows in an export. A message gives the number of rows left out. */
export const exportLimit = 20_000;

interface ExportButtonProps<T> {
  /** Name of the file and its sheet. */
  name: string;
  columns: readonly Column<T>[];
  fetchPage: FetchPage<T>;
  idOf: (row: T) => string | number;
  total: ListTotal;
}

/** Exports the list (all pages of the filter, visible columns) to an Excel file, with progress and a stop button. */
export function ExportButton<T>({ name, columns, fetchPage, idOf, total }: ExportButtonProps<T>) {
  const { t } = useTranslation('ui');
  const [done, setDone] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const all = total.isMore === true ? exportLimit : Math.min(total.total, exportLimit);
  const shown = total.isMore === true ? formatTotal(total) : all;

  const run = async () => {
    const controller = new AbortController();
    stop.current = controller;
    setFailure(null);
    setDone(0);
    try {
      const found = await readEveryRow(fetchPage, { idOf, limit: exportLimit, signal: controller.signal, onProgress: setDone });
      downloadFile(
        await writeSheet(createSpreadsheetData(name, columns, found.rows), controller.signal),
        `${name} ${formatDate(Date.now())}.xlsx`,
      );
      if (found.isMore === true || found.total > found.rows.length)
        toast.info(t('exportCut', { count: found.rows.length, total: formatTotal(found) }), { duration: 8000 });
      else toast.success(t('exportDone', { count: found.rows.length }));
      setDone(null);
    } catch (error) {
      if (controller.signal.aborted) return setDone(null);
      setFailure(error instanceof Error ? error.message : String(error));
    }
    return undefined;
  };
  const close = () => {
    stop.current?.abort();
    setDone(null);
  };
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t('export')}
        disabled={total.total === 0}
        onClick={() => void run()}
        title={t('exportHint', { count: shown })}
      >
        <Download />
        <span className="hidden @5xl:inline">{t('export')}</span>
      </Button>
      <Dialog
        open={done !== null}
        onOpenChange={close}
        title={t('exportTitle')}
        description={failure === null ? t('exportHint', { count: shown }) : t('exportFailed')}
        footer={
          <>
            <Button onClick={close}>{t(failure === null ? 'exportStop' : 'close')}</Button>
            {failure !== null && (
              <Button variant="primary" onClick={() => void run()}>
                {t('retry')}
              </Button>
            )}
          </>
        }
      >
        {failure === null ? (
          <div className="num flex flex-col gap-2 text-[13px]" role="status">
            <Progress value={all === 0 ? null : (done ?? 0) / all} label={t('exportTitle')} />
            <span className="text-muted-foreground">
              {(done ?? 0) < all ? t('exportReading', { done: done ?? 0, total: shown }) : t('exportWriting')}
            </span>
          </div>
        ) : (
          <p role="alert" className="text-[13px] text-seal">
            {failure}
          </p>
        )}
      </Dialog>
    </>
  );
}
