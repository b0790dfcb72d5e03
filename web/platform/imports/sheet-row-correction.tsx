import { useId, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { Dialog } from '../../ui/primitives/dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/primitives/input.tsx';

/** A faulty cell with the reason. */
interface FaultyCell {
  readonly column: string;
  readonly label: string;
  readonly value: string;
  readonly reason: string;
}

interface SheetRowCorrectionProps {
  /** Names the row of the list. */
  title: string;
  cells: readonly FaultyCell[];
  onCorrect: (cells: Readonly<Record<string, string>>) => void;
  onClose: () => void;
}

/** Corrects the faulty cells of one row in the imported list; the file is not changed. */
export function SheetRowCorrection({ title, cells, onCorrect, onClose }: SheetRowCorrectionProps) {
  const { t } = useTranslation('ui');
  const form = useId();
  const [written, setWritten] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(cells.map(({ column, value }) => [column, value])),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('sheetImport.cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('sheetImport.checkAgain')}
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
          onCorrect(written);
        }}
      >
        {[...new Map(cells.map((cell) => [cell.column, cell])).values()].map(({ column, label, value, reason }) => (
          <Field key={column} label={label} error={written[column] === value ? reason : undefined}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={written[column] ?? ''}
                onChange={(event) => setWritten((before) => ({ ...before, [column]: event.target.value }))}
              />
            )}
          </Field>
        ))}
      </form>
    </Dialog>
  );
}
