import { useTranslation } from '../../../../lib/i18n.ts';
import {
  type FormDesign,
  formFormats,
  formLists,
  formMeanings,
  type FormField,
  type FormColumn,
} from '../../../../../sync/contract/applications/form-design.ts';
import { getChoiceOptions } from '../../../../../sync/domain/applications/form-rules.ts';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { MultiSelect } from '../../../../ui/form/multi-select.tsx';
import { Panel } from '../../../../ui/primitives/panel.tsx';
import { Select } from '../../../../ui/primitives/select.tsx';
import { Switch } from '../../../../ui/primitives/switch.tsx';
import { Textarea } from '../../../../ui/primitives/textarea.tsx';
import { changeField } from '../../design-edits.ts';
import { Plus, X } from 'lucide-react';
import { Button } from '../../../../ui/primitives/button.tsx';
import { listTextLines } from '../../../../lib/text-lines.ts';

const types = ['text', 'month', 'date', 'number'] as const;

/** Edits the columns of a table field. */
function ColumnsEditor({ columns, onChange }: { columns: readonly FormColumn[]; onChange: (columns: FormColumn[]) => void }) {
  const { t } = useTranslation('application');
  const setColumn = (at: number, part: Partial<FormColumn>) =>
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
            onChange={(event) => setColumn(at, { label: event.target.value })}
          />
          <Select
            aria-label={t('columnType', { n: at + 1 })}
            className="w-24"
            value={column.type}
            onChange={(type) => setColumn(at, { type: types.find((one) => one === type) ?? 'text' })}
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

interface FieldPropertiesProps {
  design: FormDesign;
  at: number;
  set: (design: FormDesign) => void;
}

/** Edits the properties of the chosen field: label, validation, and condition. */
export function FieldProperties({ design, at, set }: FieldPropertiesProps) {
  const { t } = useTranslation('application');
  const field = design[at];
  if (field === undefined) return null;
  const change = (part: Partial<FormField>) => set(changeField(design, at, part));
  const isText = field.type === 'text' || field.type === 'longText';
  const hasRange = isText || field.type === 'number' || field.type === 'table' || field.type === 'file';
  return (
    <Panel title={t('properties', { n: at + 1, of: design.length })} bodyClassName="flex flex-col gap-3 p-3">
      <Field label={t('fieldLabel')}>
        {(control) => <Input {...control} value={field.label} maxLength={60} onChange={(event) => change({ label: event.target.value })} />}
      </Field>
      <Field label={t('fieldHint')}>
        {(control) => (
          <Textarea {...control} rows={2} maxLength={300} value={field.hint} onChange={(event) => change({ hint: event.target.value })} />
        )}
      </Field>
      {field.type !== 'section' && (
        <Field label={t('required')}>
          {(control) => <Switch {...control} checked={field.required} onCheckedChange={(required) => change({ required })} />}
        </Field>
      )}
      {field.type === 'text' && (
        <Field label={t('format')}>
          {(control) => (
            <Select
              {...control}
              value={field.format}
              onChange={(format) => change({ format: formFormats.find((one) => one === format) ?? 'any' })}
              choices={formFormats.map((one) => ({ value: one, label: t(`formats.${one}`) }))}
            />
          )}
        </Field>
      )}
      {field.type === 'text' && field.format !== 'any' && (
        <Field label={t('formatHint')} hint={t('formatHintHint')}>
          {(control) => (
            <Input {...control} value={field.formatHint} maxLength={300} onChange={(event) => change({ formatHint: event.target.value })} />
          )}
        </Field>
      )}
      {hasRange && (
        <div className="grid grid-cols-2 gap-2">
          <Bound
            label={t(isText ? 'leastSigns' : field.type === 'number' ? 'leastNumber' : 'leastRows')}
            value={field.min}
            onChange={(min) => change({ min })}
          />
          <Bound
            label={t(isText ? 'mostSigns' : field.type === 'number' ? 'mostNumber' : 'mostRows')}
            value={field.max}
            onChange={(max) => change({ max })}
          />
        </div>
      )}
      {field.type === 'choice' && <ChoiceOptions field={field} change={change} />}
      {field.type === 'table' && <ColumnsEditor columns={field.columns} onChange={(columns) => change({ columns })} />}
      {field.type !== 'section' && <Conditions design={design} at={at} change={change} />}
      <Field label={t('width')}>
        {(control) => (
          <Select
            {...control}
            value={field.width}
            onChange={(width) => change({ width: width === 'third' || width === 'half' ? width : 'full' })}
            choices={(['third', 'half', 'full'] as const).map((one) => ({ value: one, label: t(`widths.${one}`) }))}
          />
        )}
      </Field>
      {field.type !== 'section' && (
        <Field label={t('meaning')} hint={t('meaningHint')}>
          {(control) => (
            <Select
              {...control}
              value={field.meaning ?? ''}
              onChange={(meaning) => change({ meaning: formMeanings.find((one) => one === meaning) ?? null })}
              choices={[
                { value: '', label: t('noMeaning') },
                ...formMeanings.map((one) => ({
                  value: one,
                  label: t(`meanings.${one}`),
                  disabled: design.some((other, index) => index !== at && other.meaning === one),
                })),
              ]}
            />
          )}
        </Field>
      )}
    </Panel>
  );
}

function Bound({ label, value, onChange }: { label: string; value: number | null; onChange: (value: number | null) => void }) {
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          type="number"
          className="num"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
        />
      )}
    </Field>
  );
}

function ChoiceOptions({ field, change }: { field: FormField; change: (part: Partial<FormField>) => void }) {
  const { t } = useTranslation('application');
  return (
    <>
      <Field label={t('options')}>
        {(control) => (
          <Select
            {...control}
            value={field.list ?? ''}
            onChange={(list) => change({ list: list === '' ? null : (list as NonNullable<FormField['list']>) })}
            choices={[
              { value: '', label: t('ownOptions') },
              ...Object.keys(formLists).map((list) => ({ value: list, label: t(`lists.${list as keyof typeof formLists}`) })),
            ]}
          />
        )}
      </Field>
      {field.list === null && (
        <Field label={t('ownOptions')} hint={t('optionsHint')}>
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              defaultValue={field.options.join('\n')}
              onChange={(event) => change({ options: [...new Set(listTextLines(event.target.value))] })}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** Edits the condition of a field: it is shown only if an earlier choice field has one of the given answers. */
function Conditions({ design, at, change }: { design: FormDesign; at: number; change: (part: Partial<FormField>) => void }) {
  const { t } = useTranslation('application');
  const field = design[at];
  const choices = design.slice(0, at).filter((other) => other.type === 'choice');
  const [when] = field?.shownWhen ?? [];
  const other = choices.find((each) => each.key === when?.field);
  return (
    <>
      <Field label={t('shownWhen')}>
        {(control) => (
          <Select
            {...control}
            value={when?.field ?? ''}
            onChange={(key) => {
              const chosen = choices.find((each) => each.key === key);
              change({ shownWhen: chosen === undefined ? [] : [{ field: key, is: getChoiceOptions(chosen).slice(0, 1) }] });
            }}
            choices={[{ value: '', label: t('shownAlways') }, ...choices.map((each) => ({ value: each.key, label: each.label }))]}
          />
        )}
      </Field>
      {when !== undefined && other !== undefined && (
        <Field label={t('shownIs')}>
          {(control) => (
            <MultiSelect
              id={control.id}
              aria-describedby={control['aria-describedby']}
              values={[...when.is]}
              onChange={(is) => change({ shownWhen: is.length === 0 ? [] : [{ ...when, is }] })}
              none={t('shownAlways')}
              choices={getChoiceOptions(other).map((option) => ({ value: option, label: option }))}
            />
          )}
        </Field>
      )}
    </>
  );
}
