import { useId, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { questionSheetFields } from '../../../../sync/contract/bank/question-file.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import type { ColumnMapping } from './column-memory.ts';
import { useDraftFieldName } from './draft-fields.ts';
import type { ImportPreview } from '../question-queries.ts';

interface ImportColumnsProps {
  columns: ImportPreview['columns'];
  disabled: boolean;
  onChange: (change: (before: ColumnMapping) => ColumnMapping) => void;
}

/** Shows the field of each column of the spreadsheet; unknown columns can be mapped by hand. */
export function ImportColumns({ columns, disabled, onChange }: ImportColumnsProps) {
  const { t } = useTranslation('questionFile');
  const fieldName = useDraftFieldName();
  const listId = useId();
  const [isWhole, setWhole] = useState(false);
  // Columns that were unknown at first stay visible after they were mapped.
  const [unknown] = useState(() => new Set(columns.flatMap(({ name, field }) => (field === '' ? [name] : []))));
  const shown = isWhole ? columns : columns.filter(({ name }) => unknown.has(name));
  const known = columns.filter(({ field }) => field !== '');
  return (
    <Panel bodyClassName="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-medium">
          {t('columnsTitle')}
          <span className={unknown.size > 0 ? 'ml-2 font-normal text-kept-ink' : 'ml-2 font-normal text-muted-foreground'}>
            {unknown.size > 0 ? t('columnsUnknown', { count: unknown.size }) : t('columnsKnown', { count: known.length })}
          </span>
        </h2>
        <Button size="sm" aria-expanded={isWhole} aria-controls={listId} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'columnsLess' : 'columnsAll')}
        </Button>
      </div>
      <div id={listId} hidden={shown.length === 0} className="grid gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
        {shown.map(({ name, field }) => (
          <Field key={name} label={name}>
            {(control) => (
              <Select
                {...control}
                disabled={disabled}
                value={field}
                onChange={(next) => onChange((before) => ({ ...before, [name]: next as ColumnMapping[string] }))}
                choices={[
                  { value: '', label: t('columnUnread') },
                  ...questionSheetFields.map((each) => ({ value: each, label: fieldName(each) })),
                ]}
              />
            )}
          </Field>
        ))}
      </div>
    </Panel>
  );
}
