import { Plus, X } from 'lucide-react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { FormColumn, FormField, RowAnswer } from '../../../../../sync/contract/applications/form-design.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { Select } from '../../../../ui/primitives/select.tsx';

interface RowsFieldProps {
  field: FormField;
  rows: readonly RowAnswer[];
  onChange: (rows: RowAnswer[]) => void;
  /** Returns the fault at a path within the form. */
  faultAt: (path: string) => string | undefined;
}

/** Edits the rows of a table field; on a phone each row is a card. */
export function RowsField({ field, rows, onChange, faultAt }: RowsFieldProps) {
  const { t } = useTranslation('application');
  const put = (at: number, key: string, text: string) => onChange(rows.map((row, index) => (index === at ? { ...row, [key]: text } : row)));
  return (
    <div className="flex flex-col gap-2.5">
      {rows.map((row, at) => (
        <fieldset key={at} className="rounded-lg border p-3">
          <legend className="sr-only">{t('rowOf', { label: field.label, n: at + 1 })}</legend>
          <div className="flex items-start gap-2">
            <div className="grid grow gap-2.5 sm:grid-cols-2 lg:grid-cols-4">
              {field.columns.map((column) => (
                <Cell
                  key={column.key}
                  column={column}
                  value={row[column.key] ?? ''}
                  onChange={(text) => put(at, column.key, text)}
                  fault={faultAt(`${field.key}.${at}.${column.key}`)}
                  named={`${field.key}.${at}.${column.key}`}
                />
              ))}
            </div>
            <Button
              variant="ghost"
              size="iconSm"
              aria-label={t('rowRemove', { label: field.label, n: at + 1 })}
              onClick={() => onChange(rows.filter((_row, index) => index !== at))}
            >
              <X aria-hidden />
            </Button>
          </div>
        </fieldset>
      ))}
      <Button size="sm" repeats className="self-start" disabled={rows.length >= (field.max ?? 20)} onClick={() => onChange([...rows, {}])}>
        <Plus aria-hidden />
        {t('rowAdd', { label: field.label })}
      </Button>
    </div>
  );
}

interface CellProps {
  column: FormColumn;
  value: string;
  onChange: (text: string) => void;
  fault: string | undefined;
  named: string;
}

function Cell({ column, value, onChange, fault, named }: CellProps) {
  const { t } = useTranslation('application');
  const name = { id: `cell-${named}`, 'aria-invalid': fault === undefined ? undefined : true } as const;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={name.id} className="text-[13px] text-muted-foreground">
        {column.label}
        {column.required && (
          <span aria-hidden className="ml-0.5 text-primary">
            *
          </span>
        )}
      </label>
      {column.type === 'choice' ? (
        <Select
          {...name}
          value={value}
          onChange={onChange}
          choices={column.options.map((option) => ({ value: option, label: option }))}
          placeholder={t('choose')}
        />
      ) : (
        <Input
          {...name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          placeholder={column.type === 'month' ? '2023-07' : column.type === 'date' ? '2023-07-01' : ''}
          inputMode={column.type === 'number' ? 'decimal' : 'text'}
          className={column.type === 'text' ? '' : 'num'}
        />
      )}
      {fault !== undefined && <p className="text-[13px] text-seal">{fault}</p>}
    </div>
  );
}
