import { useId, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { DetailLine } from '../../../../sync/contract/bank/detail.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { formatWorkbookProblem } from '../../../ui/spreadsheet/workbook-problem.ts';
import type { WorkbookProblem } from '../../../../sync/spreadsheet/workbook.ts';
import { readWorkbookFile } from '../../../lib/files/workbook-file.ts';
import type { DetailSheetError } from '../detail-sheet.ts';
import { writeDetailTable } from '../table-file.ts';
import { templateLines } from '../sheet-words-table.ts';

interface Read {
  readonly fileName: string;
  readonly problem?: WorkbookProblem;
  readonly lines: readonly DetailLine[];
  readonly faults: readonly DetailSheetError[];
}
const shownFaults = 100;
/** Limit of rows per sheet, more than any table may have. An oversized detail table is reported; other sheets are ignored. */
const mostRows = 20_000;

interface ImportDialogProps {
  /** The lines that the import would replace. */
  lines: readonly DetailLine[];
  onClose: () => void;
  onApply: (lines: readonly DetailLine[]) => void;
}

const figures = (lines: readonly DetailLine[]) => {
  const points = lines.filter((line) => line.depth === 4).length;
  return { points, scopes: lines.length - points };
};

/** Imports a file in three steps: choose, preview, replace. The file is read in the browser and the draft changes only in the last step. */
export function ImportDialog({ lines, onClose, onApply }: ImportDialogProps) {
  const { t } = useTranslation('detail');
  const inputId = useId();
  const [read, setRead] = useState<Read | 'reading' | null>(null);
  const take = async (file: File) => {
    setRead('reading');
    const [book, { readDetailBook: linesOfBook }] = await Promise.all([readWorkbookFile(file, mostRows), import('../detail-sheet.ts')]);
    setRead('kind' in book ? { fileName: file.name, problem: book, lines: [], faults: [] } : { fileName: file.name, ...linesOfBook(book) });
  };
  const done = read !== null && read !== 'reading' ? read : null;
  const good = done !== null && done.problem === undefined && done.faults.length === 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('importTitle')}
      description={t('importHint')}
      className="w-[min(44rem,calc(100vw-2rem))]"
      footer={
        <>
          <Button
            className="mr-auto"
            onClick={() => void writeDetailTable(templateLines).then((blob) => downloadFile(blob, `${t('title')}.xlsx`))}
          >
            {t('template')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" disabled={!good} onClick={() => done !== null && onApply(done.lines)}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <label
          htmlFor={inputId}
          className="inline-flex h-9 cursor-pointer items-center gap-2 self-start rounded-lg border border-input bg-card px-3.5 text-sm hover:bg-muted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
        >
          {t(done === null ? 'chooseFile' : 'otherFile')}
          <input
            id={inputId}
            type="file"
            accept=".xlsx,.csv"
            className="sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file !== undefined) void take(file);
              event.target.value = '';
            }}
          />
        </label>
        {read === 'reading' && <p role="status">{t('reading')}</p>}
        {done !== null && <p className="text-sm font-medium">{done.fileName}</p>}
        {done?.problem !== undefined && (
          <div role="alert">
            <Strip tone="seal">{formatWorkbookProblem(done.problem)}</Strip>
          </div>
        )}
        {done !== null && done.faults.length > 0 && <FaultTable faults={done.faults} />}
        {good && (
          <Strip tone="delivered">
            <p>{t('foundLines', figures(done.lines))}</p>
            {lines.length > 0 && <p>{t('replaces', figures(lines))}</p>}
          </Strip>
        )}
      </div>
    </Dialog>
  );
}

function FaultTable({ faults }: { faults: readonly DetailSheetError[] }) {
  const { t } = useTranslation('detail');
  const place = ({ sheet, row, column }: DetailSheetError) =>
    row === null ? t('sheetWhole', { sheet }) : column === null ? t('sheetRow', { sheet, row }) : t('sheetCell', { sheet, row, column });
  return (
    <div role="alert">
      <Strip tone="seal">{t('sheetRefused', { count: faults.length })}</Strip>
      <table className="num mt-2 w-full text-left text-[13px]">
        <thead>
          <tr className="border-b text-muted-foreground">
            <th className="py-1.5 pr-4 font-medium">{t('where')}</th>
            <th className="py-1.5 font-medium">{t('what')}</th>
          </tr>
        </thead>
        <tbody>
          {faults.slice(0, shownFaults).map((fault, at) => (
            <tr key={at} className="border-b last:border-b-0">
              <td className="py-1.5 pr-4 align-top whitespace-nowrap">{place(fault)}</td>
              <td className="py-1.5">
                {fault.kind === 'header'
                  ? t('cellFault.header', { columns: fault.text })
                  : t(`cellFault.${fault.kind}`, { text: fault.text, have: fault.have ?? 0, want: fault.want ?? 0 })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
