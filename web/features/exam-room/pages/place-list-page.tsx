import { useTranslation } from '../../../lib/i18n.ts';
import { examPlaceResource } from '../../../../sync/contract/exams/exam-place.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { useResourceColumns, ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { ResourceFormFields, ResourceForm } from '../../../platform/forms/resource-form.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import { type ExamPlace, examPlaceResourceCalls } from '../room-resource-calls.ts';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { CallInput } from '../../../../sync/contract/call.ts';
import type { WorkbookSheet } from '../../../../sync/spreadsheet/workbook.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { makeCall, CallFailure, type CallOptions } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { readListFile } from '../../../platform/imports/use-sheet-import.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { SheetDrop } from '../../../ui/spreadsheet/sheet-drop.tsx';

const filters = { keyword: textFilter };

/** /teacher/exam/exam-place: places where exams are held. A row opens the rooms of the place. */
export function PlaceListPage() {
  const { t } = useTranslation(['examRoom', 'words']);
  const mayChange = useCanChangeData();
  const list = useListState({ filters, sort: 'name' });
  const places = useListQuery('/examPlace/getList', list.input);
  const column = useResourceColumns(examPlaceResource)<ExamPlace>();
  const getRoomsPath = (row: ExamPlace) => `/teacher/exam/exam-room/${row.id}`;
  return (
    <ResourceListPage
      calls={examPlaceResourceCalls}

      list={list}
      query={places}
      columns={[
        column('name', { fixed: true, opens: true }),
        column('address'),
        column('roomCount', { width: 'w-24', align: 'right' }),
        column('seatCount', { width: 'w-24', align: 'right' }),
        column('open', { width: 'w-20' }),
        column('way', { extra: true }),
        column('phone', { extra: true }),
        column('updatedMs', { width: 'w-40', wide: true }),
      ]}
      nameOf={(row) => row.name}
      open={getRoomsPath}
      actions={(row) => [{ label: t('words:rooms'), to: getRoomsPath(row), next: row.roomCount === 0 }]}
      hint={mayChange && <RoomImport />}
      emptyText={t('placesEmpty')}
      form={(saved, onClose) => (
        <ResourceForm calls={examPlaceResourceCalls} saved={saved} onClose={onClose}>
          {(fields) => (
            <ResourceFormFields
              context={fields}
              looks={{
                way: { rows: 2, hint: t('wayHint') },
                phone: { line: { inputMode: 'tel', maxLength: 40, className: 'w-56' } },
              }}
            />
          )}
        </ResourceForm>
      )}
    />
  );
}

const columns = ['place', 'name', 'location', 'rows', 'columns', 'machines'] as const;
type Column = (typeof columns)[number];
interface RoomList {
  readonly rows: CallInput<CallOfPath<'/examRoom/addMany'>>['lines'];
}
const mostRows = 400;

/**
 * Returns the rows below the heading row, which is the first row with a cell each for place, room, number of rows and number of columns. Null if
 * there is no such row.
 */
function readRoomList(sheets: readonly WorkbookSheet[], called: Readonly<Record<Column, string>>): RoomList | null {
  for (const { rows } of sheets) {
    for (const [at, head] of rows.slice(0, 5).entries()) {
      const places = new Map([...head.cells].map(([place, cell]) => [(cell.result ?? cell.text).trim(), place]));
      const findColumn = (column: Column): number | undefined => places.get(called[column]);
      if (
        findColumn('place') === undefined ||
        findColumn('name') === undefined ||
        findColumn('rows') === undefined ||
        findColumn('columns') === undefined
      )
        continue;
      const lines = rows.slice(at + 1).map(({ number, cells }) => {
        const readText = (column: Column): string => {
          const cell = cells.get(findColumn(column) ?? -1);
          return (cell?.result ?? cell?.text ?? '').trim().slice(0, 60);
        };
        return {
          row: number,
          place: readText('place'),
          name: readText('name'),
          location: readText('location'),
          rows: readText('rows').slice(0, 20),
          columns: readText('columns').slice(0, 20),
          machines: readText('machines').slice(0, 40),
        };
      });
      return { rows: lines };
    }
  }
  return null;
}

/** Imports rooms from a spreadsheet: either all, or none with the reasons. */
function RoomImport() {
  const { t } = useTranslation(['examRoom', 'words']);
  const [isAsking, setIsAsking] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const called = {
    place: t('sheet_place'),
    name: t('sheet_name'),
    location: t('sheet_location'),
    rows: t('sheet_rows'),
    columns: t('sheet_columns'),
    machines: t('sheet_machines'),
  };
  const send = async (from: File, quiet: CallOptions) => {
    const { rows: lines } = await readListFile(from, {
      maxRows: mostRows,
      read: (sheets) => readRoomList(sheets, called),
      noHeading: t('sheetNoHead'),
    });
    return makeCall('/examRoom/addMany', { lines }, quiet);
  };
  return (
    <>
      <Button
        onClick={() => {
          setFile(null);
          setIsAsking(true);
        }}
      >
        <FileUp aria-hidden />
        {t('sheetOpen')}
      </Button>
      {isAsking && (
        <ActionDialog
          title={t('sheetOpen')}
          description={t('sheetText')}
          confirm={t('sheetSend')}
          disabled={file === null}
          {...(file !== null && { run: (quiet) => send(file, quiet) })}
          invalidates={['/examPlace', '/examRoom']}
          doneText={({ rooms, places }) => t('sheetDone', { rooms, places })}
          onClose={() => setIsAsking(false)}
        >
          {({ busy, error }) => (
            <>
              <SheetDrop
                template={{ label: t('words:template'), name: t('words:rooms'), header: columns.map((column) => called[column]) }}
                choose={t('words:chooseSheet')}
                reading={busy}
                onTake={setFile}
                statusText={file?.name ?? t('sheetDrop')}
              />
              {error instanceof CallFailure && error.fields.length > 0 && (
                <ul className="text-[13px] text-seal">
                  {error.fields.map(({ path, message }) => (
                    <li key={path}>{message}</li>
                  ))}
                </ul>
              )}
            </>
          )}
        </ActionDialog>
      )}
    </>
  );
}
