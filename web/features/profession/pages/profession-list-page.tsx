import { useTranslation } from '../../../lib/i18n.ts';
import { useLocation } from 'react-router-dom';
import { professionLevels } from '../../../../sync/contract/codes.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { flagFilter, createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { LevelFilter, useProfessionAdminColumns, useProfessionColumns } from '../parts/profession-columns.tsx';
import { useProfessionChange, type ProfessionRow } from '../profession-queries.ts';
import { Plus, X } from 'lucide-react';
import { Controller, useFieldArray } from 'react-hook-form';
import { professionResource } from '../../../../sync/contract/people/profession.ts';
import type { ResourceDraft } from '../../../../sync/contract/resource.ts';
import { ResourceField, type ResourceFormContext, ResourceForm } from '../../../platform/forms/resource-form.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { FieldErrorText, RequiredMark } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { createCall, createResourceCalls } from '../../../platform/forms/create-resource-calls.ts';

const filters = { keyword: textFilter, level: createOneOfFilter(professionLevels), enabled: flagFilter };

/** Lists the profession catalogue for its administrators; all schools choose from it. */
export function ProfessionListPage() {
  const { t } = useTranslation(['prof', 'words']);
  const isGlobal = useLocation().pathname.startsWith('/school/');
  const list = useListState({ filters, sort: 'code' });
  const professions = useListQuery('/prof/getList', list.input);
  const setStatus = useProfessionChange('/prof/setStatus', t('words:saved'));
  const columns = [...useProfessionColumns(), ...useProfessionAdminColumns()];
  return (
    <ResourceListPage
      calls={professionResourceCalls}
      {...(isGlobal ? { hint: t('globalHint') } : {})}
      list={list}
      query={professions}
      columns={columns}
      nameOf={(row) => row.name}
      inlineActions={1}
      actions={(row) => [
        {
          label: t(row.enabled ? 'disable' : 'enable'),
          onSelect: () => setStatus.mutate({ id: row.id, version: row.version, enabled: !row.enabled }),
        },
      ]}
      filters={
        <>
          <LevelFilter />
          <FilterSelect
            name="enabled"
            label={t('words:status')}
            all={t('words:allStatuses')}
            choices={[
              { value: '1', label: t('enabled') },
              { value: '0', label: t('disabled') },
            ]}
          />
        </>
      }
      form={(saved, onClose) => <ProfessionForm key={saved?.id ?? 'new'} saved={saved} onClose={onClose} />}
      emptyText={t('emptyText')}
      removeAsk={(row) => t('removeText', { code: row.code })}
    />
  );
}

interface ProfessionFormProps {
  /** The profession that is edited; null creates a new one. */
  saved: ProfessionRow | null;
  onClose: () => void;
}

/** Edits a profession with its trades and levels in a side sheet. */
function ProfessionForm({ saved, onClose }: ProfessionFormProps) {
  return (
    <ResourceForm calls={professionResourceCalls} saved={saved} onClose={onClose} shape="sheet">
      {(fields) => <ProfessionFields fields={fields} />}
    </ResourceForm>
  );
}

type Fields = ResourceFormContext<ResourceDraft<typeof professionResource>>;

function ProfessionFields({ fields }: { fields: Fields }) {
  const { t } = useTranslation('prof');
  return (
    <>
      <div className="grid grid-cols-[13rem_1fr] gap-4">
        <ResourceField context={fields} name="code" hint={t('codeHint')} wrong={t('codeWrong')} line={{ className: 'num' }} />
        <ResourceField context={fields} name="name" />
      </div>
      <Levels fields={fields} />
      <Trades fields={fields} />
      <ResourceField context={fields} name="standard" hint={t('standardHint')} />
      <ResourceField context={fields} name="remark" rows={3} />
    </>
  );
}

function Levels({ fields: { form } }: { fields: Fields }) {
  const { t } = useTranslation('prof');
  const { t: code } = useTranslation('codes');
  const { errors } = form.formState;
  return (
    <Controller
      control={form.control}
      name="levels"
      render={({ field }) => (
        <fieldset className="flex flex-col gap-1.5" aria-describedby={errors.levels ? 'levels-note' : undefined}>
          <legend className="mb-1.5 text-sm font-medium">
            {t('levels')}
            <RequiredMark />
          </legend>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {professionLevels.map((level) => (
              <label key={level} className="flex items-center gap-2 text-sm">
                <Checkbox
                  ref={level === 1 ? field.ref : undefined}
                  checked={field.value.includes(level)}
                  onCheckedChange={(on) =>
                    field.onChange(professionLevels.filter((each) => (each === level ? on === true : field.value.includes(each))))
                  }
                />
                {code(`professionLevel.${level}`)}
              </label>
            ))}
          </div>
          {errors.levels && (
            <FieldErrorText id="levels-note">{errors.levels.type === 'server' ? errors.levels.message : t('levelsMissing')}</FieldErrorText>
          )}
        </fieldset>
      )}
    />
  );
}

function Trades({ fields: { form } }: { fields: Fields }) {
  const { t } = useTranslation('prof');
  const { errors } = form.formState;
  // `id` is a field of the trade, so the field array needs another name for its key.
  const trades = useFieldArray({ control: form.control, name: 'trades', keyName: 'key' });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t('trades')}</legend>
      {trades.fields.length === 0 && <p className="text-[13px] text-muted-foreground">{t('tradesHint')}</p>}
      {trades.fields.map((trade, at) => (
        <div key={trade.key} className="flex flex-col gap-1">
          <div className="flex gap-2">
            <Input
              aria-label={t('tradeName', { n: at + 1 })}
              aria-invalid={errors.trades?.[at]?.name ? true : undefined}
              {...form.register(`trades.${at}.name`)}
            />
            <Button
              size="icon"
              variant="ghost"
              aria-label={t('removeTrade', { name: form.getValues(`trades.${at}.name`) })}
              onClick={() => trades.remove(at)}
            >
              <X />
            </Button>
          </div>
          {errors.trades?.[at]?.name && <FieldErrorText>{errors.trades[at].name.message}</FieldErrorText>}
        </div>
      ))}
      {errors.trades?.message !== undefined && <FieldErrorText>{errors.trades.message}</FieldErrorText>}
      <Button repeats size="sm" className="self-start" onClick={() => trades.append({ name: '' })}>
        <Plus />
        {t('addTrade')}
      </Button>
    </fieldset>
  );
}

const professionResourceCalls = createResourceCalls(professionResource, {
  getById: createCall('/prof/getById'),
  add: createCall('/prof/add'),
  modify: createCall('/prof/modify'),
  remove: createCall('/prof/remove'),
});
