import { useState, useId } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList, createLocalListQuery } from '../../ui/list/data-list.tsx';
import { useLocalListState } from '../../ui/list/list-state.ts';
import { type Column, numberColumn } from '../../ui/list/columns.tsx';
import { type ImportRow, isSameRow } from './use-sheet-import.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { Dialog } from '../../ui/primitives/dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/primitives/input.tsx';

export interface ImportFault {
  /** Number of the row in the file; null for a fault that belongs to no row, such as a photo of a person who is not in the list. */
  readonly row: number | null;
  readonly sheet?: string | undefined;
  /** Column of a cell that can be corrected on the page; '' if there is none. */
  readonly column: string;
  readonly label: string;
  readonly value: string;
  readonly reason: string;
}

interface ImportFaultsProps {
  /** Name under which the user's column choice is remembered. */
  name: string;
  faults: readonly ImportFault[];
  /** True while the list is being checked or written. */
  busy?: boolean;
  /** Corrects cells of a row. Undefined after the import. */
  onCorrect?: (row: ImportRow) => void;
}

/** Lists every fault with row, column and reason. The user corrects the rows on the page, or exports the list of faults and corrects the file. */
export function ImportFaults({ name, faults, busy = false, onCorrect }: ImportFaultsProps) {
  const { t } = useTranslation('workbook');
  const list = useLocalListState({ sort: 'row' });
  const [open, setOpen] = useState<ImportFault | null>(null);
  if (faults.length === 0) return null;
  const rows = faults.map((fault, at) => ({ ...fault, key: `${at} ${fault.reason}` }));
  const columns: readonly Column<(typeof rows)[number]>[] = [
    ...(faults.some(({ sheet }) => sheet !== undefined)
      ? [{ key: 'sheet', header: t('sheet'), sort: 'sheet', width: 'w-32', value: ({ sheet }: ImportFault) => sheet ?? '' }]
      : []),
    numberColumn('row', t('row'), (fault) => fault.row, { sort: 'row', width: 'w-20', fixed: true }),
    { key: 'column', header: t('column'), sort: 'column', width: 'w-40', value: (fault) => fault.label },
    { key: 'value', header: t('value'), width: 'w-56', value: (fault) => fault.value },
    { key: 'reason', header: t('reason'), value: (fault) => fault.reason },
  ];
  const nameOf = ({ sheet, row }: ImportFault) => [sheet, row === null ? '' : t('rowOf', { row })].filter(Boolean).join(' ');
  const title = t('faults', { count: faults.length });
  return (
    <>
      <DataList
        name={name}
        title={title}
        caption={title}
        list={list}
        query={createLocalListQuery(rows, columns, list)}
        columns={columns}
        keyOf={({ key }) => key}
        nameOf={nameOf}
        {...(onCorrect !== undefined && {
          actions: (fault: ImportFault) =>
            fault.row === null || fault.column === '' ? [] : [{ label: t('correct'), disabled: busy, onSelect: () => setOpen(fault) }],
        })}
        empty={{ title: t('good') }}
      />
      {open !== null && (
        <SheetRowCorrection
          title={nameOf(open)}
          cells={faults.filter((fault) => fault.column !== '' && isSameRow(open, { ...fault, row: fault.row ?? 0 }))}
          onCorrect={(cells) => {
            setOpen(null);
            onCorrect?.({ row: open.row ?? 0, sheet: open.sheet, cells });
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** A faulty cell with the reason. */
interface FaultyCell {
  readonly column: string;
  readonly label: string;
  readonly value: string;
  readonly reason: string;
}

interface SheetRowCorrectionProps {
  /** Title that names the row of the imported list. */
  title: string;
  cells: readonly FaultyCell[];
  onCorrect: (cells: Readonly<Record<string, string>>) => void;
  onClose: () => void;
}

/** Corrects the faulty cells of one row in the imported list; the file is not changed. */
function SheetRowCorrection({ title, cells, onCorrect, onClose }: SheetRowCorrectionProps) {
  const { t } = useTranslation('workbook');
  const form = useId();
  const [corrections, setCorrections] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(cells.map(({ column, value }) => [column, value])),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('checkAgain')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onCorrect(corrections);
        }}
      >
        {[...new Map(cells.map((cell) => [cell.column, cell])).values()].map(({ column, label, value, reason }) => (
          <Field key={column} label={label} error={corrections[column] === value ? reason : undefined}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={corrections[column] ?? ''}
                onChange={(event) => setCorrections((before) => ({ ...before, [column]: event.target.value }))}
              />
            )}
          </Field>
        ))}
      </form>
    </Dialog>
  );
}
