import { Plus, X } from 'lucide-react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { FormColumn } from '../../../../../sync/contract/applications/form-design.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { Select } from '../../../../ui/primitives/select.tsx';

const types = ['text', 'month', 'date', 'number'] as const;

/** Edits the columns of a table field. */
export function ColumnsEditor({ columns, onChange }: { columns: readonly FormColumn[]; onChange: (columns: FormColumn[]) => void }) {
  const { t } = useTranslation('filing');
  const put = (at: number, part: Partial<FormColumn>) =>
    onChange(columns.map((column, index) => (index === at ? { ...column, ...part } : column)));
  const add = () => {
    let n = columns.length + 1;
    while (columns.some((column) => column.key === `column${n}`)) n += 1;
    onChange([...columns, { key: `column${n}`, label: t('columnNew', { n }), type: 'text', required: true, options: [] }]);
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-[13px] font-medium">{t('columns')}</legend>
      {columns.map((column, at) => (
        <div key={column.key} className="flex items-center gap-1.5">
          <Input
            aria-label={t('columnName', { n: at + 1 })}
            value={column.label}
            onChange={(event) => put(at, { label: event.target.value })}
          />
          <Select
            aria-label={t('columnType', { n: at + 1 })}
            className="w-24"
            value={column.type}
            onChange={(type) => put(at, { type: types.find((one) => one === type) ?? 'text' })}
            choices={types.map((one) => ({ value: one, label: t(`columnTypes.${one}`) }))}
          />
          <Button
            size="iconSm"
            variant="ghost"
            disabled={columns.length === 1}
            aria-label={t('columnRemove', { label: column.label })}
            onClick={() => onChange(columns.filter((_one, index) => index !== at))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <Button size="sm" repeats className="self-start" disabled={columns.length >= 8} onClick={add}>
        <Plus aria-hidden />
        {t('columnAdd')}
      </Button>
    </fieldset>
  );
}
