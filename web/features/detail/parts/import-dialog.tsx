import { useTranslation } from '../../../lib/i18n.ts';
import type { DetailLine } from '../../../../sync/contract/bank/detail.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { ImportFaults } from '../../../platform/imports/import-faults.tsx';
import { readSheetsOfFile } from '../../../platform/imports/use-sheet-import.ts';
import { SheetDrop } from '../../../ui/spreadsheet/sheet-drop.tsx';
import { type DetailSheetError, readDetailBook, writeDetailTable } from '../detail-sheet.ts';
import { templateLines } from '../sheet-words-table.ts';

/** Maximum rows per sheet of a file that can be read. It lies above `maxDetailLines`, so that a table with too many lines is reported by row. */
const mostRows = 20_000;

interface ImportDialogProps {
  /** The lines that the import would replace. */
  lines: readonly DetailLine[];
  onClose: () => void;
  onApply: (lines: readonly DetailLine[]) => void;
}

const countLines = (lines: readonly DetailLine[]) => {
  const points = lines.filter((line) => line.depth === 4).length;
  return { points, scopes: lines.length - points };
};

/**
 * Imports the lines of a detail table from a spreadsheet: choose a file, preview, replace. The browser reads it; only the last step changes the
 * draft.
 */
export function ImportDialog({ lines, onClose, onApply }: ImportDialogProps) {
  const { t } = useTranslation(['detail', 'words']);
  const read = useAction({
    mutationFn: async (file: File) => ({ fileName: file.name, ...readDetailBook(await readSheetsOfFile(file, mostRows)) }),
  });
  const done = read.data;
  const importableLines = done !== undefined && done.faults.length === 0 ? done.lines : null;
  return (
    <ActionDialog
      title={t('importTitle')}
      description={t('importHint')}
      className="w-[min(44rem,calc(100vw-2rem))]"
      confirm={t('apply')}
      disabled={importableLines === null}
      onDone={() => importableLines !== null && onApply(importableLines)}
      onClose={onClose}
    >
      <SheetDrop
        template={{ label: t('words:template'), name: t('words:detailTables'), header: () => writeDetailTable(templateLines) }}
        choose={t(done === undefined ? 'words:chooseFile' : 'otherFile')}
        reading={read.isPending}
        onTake={(file) => read.mutate(file)}
        statusText={read.isPending ? t('reading') : done?.fileName}
      />
      {read.error !== null && (
        <div role="alert">
          <Strip tone="seal">{read.error.message}</Strip>
        </div>
      )}
      {done !== undefined && done.faults.length > 0 && <DetailFaults faults={done.faults} />}
      {importableLines !== null && (
        <Strip tone="delivered">
          <p>{t('foundLines', countLines(importableLines))}</p>
          {lines.length > 0 && <p>{t('replaces', countLines(lines))}</p>}
        </Strip>
      )}
    </ActionDialog>
  );
}

function DetailFaults({ faults }: { faults: readonly DetailSheetError[] }) {
  const { t } = useTranslation('detail');
  return (
    <>
      <div role="alert">
        <Strip tone="seal">{t('sheetRefused', { count: faults.length })}</Strip>
      </div>
      <ImportFaults
        name="detail.import"
        faults={faults.map(({ sheet, row, column, kind, text, have, want }) => ({
          sheet,
          row,
          // The column id is empty, so that the list does not offer to correct the cell on this page: the user corrects the spreadsheet and imports
          // it again.
          column: '',
          label: column ?? '',
          value: kind === 'header' ? '' : text,
          reason:
            kind === 'header'
              ? t('cellFault.header', { columns: text })
              : t(`cellFault.${kind}`, { text, have: have ?? 0, want: want ?? 0 }),
        }))}
      />
    </>
  );
}
