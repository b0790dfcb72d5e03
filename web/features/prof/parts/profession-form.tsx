import { Plus, X } from 'lucide-react';
import { Controller, useFieldArray } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { professionLevels } from '../../../../sync/contract/codes.ts';
import type { professionThing } from '../../../../sync/contract/prof.ts';
import type { DraftOf } from '../../../../sync/contract/thing.ts';
import { ThingField } from '../../../platform/thing-field.tsx';
import { type FieldsOf, ThingForm } from '../../../platform/thing-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FieldFault, RequiredMark } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { professionDesk } from '../prof-desk.ts';
import type { ProfessionRow } from '../prof-queries.ts';

interface ProfessionFormProps {
  /** Null creates a new profession. */
  saved: ProfessionRow | null;
  onClose: () => void;
}

/** Edits a profession with its trades and levels in a side sheet. */
export function ProfessionForm({ saved, onClose }: ProfessionFormProps) {
  return (
    <ThingForm desk={professionDesk} saved={saved} onClose={onClose} shape="sheet">
      {(fields) => <ProfessionFields fields={fields} />}
    </ThingForm>
  );
}

type Fields = FieldsOf<DraftOf<typeof professionThing>>;

function ProfessionFields({ fields }: { fields: Fields }) {
  const { t } = useTranslation('prof');
  return (
    <>
      <div className="grid grid-cols-[13rem_1fr] gap-4">
        <ThingField of={fields} name="code" hint={t('codeHint')} wrong={t('codeWrong')} line={{ className: 'num' }} />
        <ThingField of={fields} name="name" />
      </div>
      <Levels fields={fields} />
      <Trades fields={fields} />
      <ThingField of={fields} name="standard" hint={t('standardHint')} />
      <ThingField of={fields} name="remark" rows={3} />
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
            <FieldFault id="levels-note">{errors.levels.type === 'server' ? errors.levels.message : t('levelsMissing')}</FieldFault>
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
          {errors.trades?.[at]?.name && <FieldFault>{errors.trades[at].name.message}</FieldFault>}
        </div>
      ))}
      {errors.trades?.message !== undefined && <FieldFault>{errors.trades.message}</FieldFault>}
      <Button repeats size="sm" className="self-start" onClick={() => trades.append({ name: '' })}>
        <Plus />
        {t('addTrade')}
      </Button>
    </fieldset>
  );
}
