import { useId, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';

/** A faulty cell with the reason. */
export interface FaultyCell {
  readonly path: string;
  readonly label: string;
  readonly value: string;
  readonly reason: string;
}

interface ClassMendProps {
  /** Names the row of the list. */
  title: string;
  cells: readonly FaultyCell[];
  onMend: (cells: Readonly<Record<string, string>>) => void;
  onClose: () => void;
}

/** Corrects the faulty cells of one row in the imported list; the file is not changed. */
export function ClassRowCorrection({ title, cells, onMend, onClose }: ClassMendProps) {
  const { t } = useTranslation('filing');
  const form = useId();
  const [written, setWritten] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(cells.map(({ path, value }) => [path, value])),
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
            {t('classLookAgain')}
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
          onMend(written);
        }}
      >
        {cells.map(({ path, label, value, reason }) => (
          <Field key={path} label={label} error={written[path] === value ? reason : undefined}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={written[path] ?? ''}
                onChange={(event) => setWritten((before) => ({ ...before, [path]: event.target.value }))}
              />
            )}
          </Field>
        ))}
      </form>
    </Dialog>
  );
}
