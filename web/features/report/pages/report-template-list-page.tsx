import {
  defaultReportColumns,
  reportTemplateResource,
  listReportFacts,
  reportKinds,
} from '../../../../sync/contract/applications/report.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type ListRow, useListQuery } from '../../../platform/api/call-query.ts';
import { createCall, createResourceCalls } from '../../../platform/forms/create-resource-calls.ts';
import { useResourceColumns, ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { ResourceForm, type ResourceFormContext, ResourceField } from '../../../platform/forms/resource-form.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import { ArrowUp, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Controller, useFieldArray, useWatch } from 'react-hook-form';
import { type ReportFact, reportFactNames, reportFacts } from '../../../../sync/contract/applications/report-facts.ts';
import type { ResourceDraft } from '../../../../sync/contract/resource.ts';
import { FieldErrorText } from '../../../ui/form/field.tsx';
import { useLabelText } from '../../../ui/form/use-label-text.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { formatCodes, parseCodes, type ReportCode } from '../report-sheet.ts';

const templateCalls = createResourceCalls(reportTemplateResource, {
  getById: createCall('/report/getById'),
  add: createCall('/report/add'),
  modify: createCall('/report/modify'),
  remove: createCall('/report/remove'),
});
/** A new template begins with the default columns. */
const calls = { ...templateCalls, blank: { ...templateCalls.blank, columns: [...defaultReportColumns.certificates] } };
const filters = { keyword: textFilter };

/** Lists the school's templates for the tables that it hands in to the supervising authority (主管部门). */
export function ReportTemplateListPage() {
  const { t } = useTranslation(['report', 'words']);
  const list = useListState({ filters, sort: 'name' });
  const templates = useListQuery('/report/getList', list.input);
  const column = useResourceColumns(reportTemplateResource)<ListRow<'/report/getList'>>();
  return (
    <ResourceListPage
      calls={calls}

      hint={t('templatesHint')}
      list={list}
      query={templates}
      columns={[
        column('name', { fixed: true, opens: true }),
        column('kind', { width: 'w-48', value: (row) => t(`kind.${row.kind}`) }),
        { key: 'columns', header: t('columnCount'), width: 'w-24', align: 'right', value: (row) => row.columns.length },
        column('updatedMs', { width: 'w-40' }),
      ]}
      nameOf={(row) => row.name}
      form={(saved, onClose) => (
        <ResourceForm calls={calls} saved={saved} onClose={onClose} shape="sheet">
          {(fields) => <TemplateFields fields={fields} />}
        </ResourceForm>
      )}
      emptyText={t('templateNone')}
    />
  );
}

type Fields = ResourceFormContext<ResourceDraft<typeof reportTemplateResource>>;

/** Edits a template: its table, and its columns from left to right. */
function TemplateFields({ fields }: { fields: Fields }) {
  const { t } = useTranslation('report');
  const { form } = fields;
  const columns = useFieldArray({ control: form.control, name: 'columns', keyName: 'key' });
  const { errors } = form.formState;
  const fault = errors.columns?.message ?? errors.columns?.root?.message;
  return (
    <>
      <ResourceField context={fields} name="name" />
      <ResourceField context={fields} name="kind">
        {(control, { value, onChange }) => (
          <Select
            {...control}
            value={value}
            onChange={onChange}
            choices={reportKinds.map((each) => ({ value: each, label: t(`kind.${each}`) }))}
          />
        )}
      </ResourceField>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">{t('columns')}</legend>
        <p className="text-[13px] text-muted-foreground">{t('columnsHint')}</p>
        <Button size="sm" className="self-start" onClick={() => columns.replace([...defaultReportColumns[form.getValues('kind')]])}>
          {t('useDefault')}
        </Button>
        {columns.fields.map((column, at) => (
          <ColumnRow key={column.key} fields={fields} at={at} onUp={() => columns.move(at, at - 1)} onRemove={() => columns.remove(at)} />
        ))}
        {fault !== undefined && <FieldErrorText>{columns.fields.length === 0 ? t('columnsMissing') : fault}</FieldErrorText>}
        <Button
          repeats
          size="sm"
          className="self-start"
          onClick={() => columns.append({ fact: 'blank', heading: '', required: false, codes: [] })}
        >
          <Plus />
          {t('addColumn')}
        </Button>
      </fieldset>
    </>
  );
}

interface ColumnRowProps {
  fields: Fields;
  at: number;
  onUp: () => void;
  onRemove: () => void;
}

function ColumnRow({ fields: { form }, at, onUp, onRemove }: ColumnRowProps) {
  const { t } = useTranslation('report');
  const words = useLabelText();
  const n = at + 1;
  const fault = form.formState.errors.columns?.[at];
  const fact = useWatch({ control: form.control, name: `columns.${at}.fact` });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const knownFacts = listReportFacts(kind);
  // The template's kind of table was changed, and the new kind does not offer this column. It stays in the list so that its name is shown; saving
  // reports it as an error.
  const offered = knownFacts.includes(fact) ? knownFacts : [...knownFacts, fact];
  /** Changes the content of the column, and its heading too unless the user has written one. */
  const choose = (before: ReportFact, next: ReportFact, onChange: (fact: ReportFact) => void) => {
    const heading = form.getValues(`columns.${at}.heading`);
    if (heading === '' || heading === reportFacts[before].words[0])
      form.setValue(`columns.${at}.heading`, reportFacts[next].words[0], { shouldDirty: true });
    form.setValue(`columns.${at}.codes`, []);
    onChange(next);
  };
  return (
    <div className="flex flex-col gap-1.5 border-b pb-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="num w-6 text-right text-[13px] text-muted-foreground">{n}</span>
        <Controller
          control={form.control}
          name={`columns.${at}.fact`}
          render={({ field }) => (
            <Select
              aria-label={t('fact', { n })}
              className="w-36"
              value={field.value}
              onChange={(next) => choose(field.value, reportFactNames.find((each) => each === next) ?? 'blank', field.onChange)}
              choices={offered.map((each) => ({ value: each, label: words(reportFacts[each].words) }))}
            />
          )}
        />
        <Input
          className="min-w-28 flex-1"
          aria-label={t('heading', { n })}
          aria-invalid={fault?.heading ? true : undefined}
          {...form.register(`columns.${at}.heading`)}
        />
        <Controller
          control={form.control}
          name={`columns.${at}.required`}
          render={({ field }) => (
            <label className="flex items-center gap-1.5 text-[13px]">
              <Checkbox aria-label={t('requiredOf', { n })} checked={field.value} onCheckedChange={(on) => field.onChange(on === true)} />
              {t('required')}
            </label>
          )}
        />
        <Button size="icon" variant="ghost" repeats disabled={at === 0} aria-label={t('moveUp', { n })} onClick={onUp}>
          <ArrowUp />
        </Button>
        <Button size="icon" variant="ghost" aria-label={t('removeColumn', { n })} onClick={onRemove}>
          <X />
        </Button>
      </div>
      {'coded' in reportFacts[fact] && (
        <Controller
          control={form.control}
          name={`columns.${at}.codes`}
          render={({ field }) => <CodesInput n={n} codes={field.value} onChange={field.onChange} />}
        />
      )}
      {fault?.heading && <FieldErrorText>{fault.heading.message}</FieldErrorText>}
    </div>
  );
}

/**
 * Edits a code table, such as "男=1；女=2", as one line of text. Text that is not a valid code table becomes a code without a value, which the form
 * refuses to save.
 */
function CodesInput({ n, codes, onChange }: { n: number; codes: readonly ReportCode[]; onChange: (codes: ReportCode[]) => void }) {
  const { t } = useTranslation('report');
  const [text, setText] = useState(() => formatCodes(codes));
  const isWrong = parseCodes(text) === null;
  return (
    <div className="pl-8">
      <Input
        aria-label={t('codes', { n })}
        aria-invalid={isWrong ? true : undefined}
        placeholder={t('codesPlaceholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(parseCodes(event.target.value) ?? [{ from: event.target.value, to: '' }]);
        }}
      />
      {isWrong && <FieldErrorText>{t('codesWrong')}</FieldErrorText>}
    </div>
  );
}
