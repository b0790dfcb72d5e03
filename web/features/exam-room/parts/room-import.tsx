import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallInput } from '../../../../sync/contract/call.ts';
import type { WorkbookSheet } from '../../../../sync/spreadsheet/workbook.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { readListFile } from '../../../platform/imports/use-sheet-import.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { SheetDrop } from '../../../ui/spreadsheet/sheet-drop.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { toast } from '../../../ui/feedback/toast.ts';

const columns = ['place', 'name', 'location', 'rows', 'columns', 'machines'] as const;
type Column = (typeof columns)[number];
interface RoomList {
  readonly rows: CallInput<CallOfPath<'/examRoom/addMany'>>['lines'];
}
const mostRows = 400;

/** Returns the rows below the first row that names place, room, rows and columns; null if there is no such row. */
function linesOf(sheets: readonly WorkbookSheet[], called: Readonly<Record<Column, string>>): RoomList | null {
  for (const { rows } of sheets) {
    for (const [at, head] of rows.slice(0, 5).entries()) {
      const places = new Map([...head.cells].map(([place, cell]) => [(cell.result ?? cell.text).trim(), place]));
      const of = (column: Column): number | undefined => places.get(called[column]);
      if (of('place') === undefined || of('name') === undefined || of('rows') === undefined || of('columns') === undefined) continue;
      const lines = rows.slice(at + 1).map(({ number, cells }) => {
        const text = (column: Column): string => {
          const cell = cells.get(of(column) ?? -1);
          return (cell?.result ?? cell?.text ?? '').trim().slice(0, 60);
        };
        return {
          row: number,
          place: text('place'),
          name: text('name'),
          location: text('location'),
          rows: text('rows').slice(0, 20),
          columns: text('columns').slice(0, 20),
          machines: text('machines').slice(0, 40),
        };
      });
      return { rows: lines };
    }
  }
  return null;
}

/** Imports rooms from a spreadsheet: either all, or none with the reasons. */
export function RoomImport() {
  const { t } = useTranslation('examRoom');
  const invalidate = useInvalidate();
  const [open, setOpen] = useState(false);
  const called = {
    place: t('sheet_place'),
    name: t('sheet_name'),
    location: t('sheet_location'),
    rows: t('sheet_rows'),
    columns: t('sheet_columns'),
    machines: t('sheet_machines'),
  };
  const take = useAction({
    mutationFn: async (file: File) => {
      const { rows: lines } = await readListFile(file, {
        maxRows: mostRows,
        read: (sheets) => linesOf(sheets, called),
        noHeading: t('sheetNoHead'),
      });
      return makeCall('/examRoom/addMany', { lines }, { quiet: true });
    },
    onSuccess: async ({ rooms, places }) => {
      setOpen(false);
      toast.success(t('sheetDone', { rooms, places }));
      await invalidate('/examPlace');
      await invalidate('/examRoom');
    },
  });
  const faults = take.error instanceof CallFailure ? take.error.fields : [];
  return (
    <>
      <Button
        onClick={() => {
          take.reset();
          setOpen(true);
        }}
      >
        <FileUp aria-hidden />
        {t('sheetOpen')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('sheetOpen')} description={t('sheetText')}>
        <div className="flex flex-col gap-3">
          <SheetDrop
            template={{ label: t('sheetTemplate'), name: t('sheetName'), header: columns.map((column) => called[column]) }}
            choose={t('sheetChoose')}
            reading={take.isPending}
            onTake={(file) => take.mutate(file)}
            said={t('sheetDrop')}
          />
          {take.error !== null && (
            <div role="alert">
              <Strip tone="seal">
                {take.error.message}
                <ul>
                  {faults.map(({ path, message }) => (
                    <li key={path}>{message}</li>
                  ))}
                </ul>
              </Strip>
            </div>
          )}
        </div>
      </Dialog>
    </>
  );
}
