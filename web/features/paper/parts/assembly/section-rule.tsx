import { useId } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../../lib/i18n.ts';
import { professionLevels } from '../../../../../sync/contract/codes.ts';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { Select } from '../../../../ui/primitives/select.tsx';
import type { PaperFormDraft } from '../../paper-queries.ts';

const shares = ['easy', 'medium', 'hard'] as const;

/** Edits further rules of a random draw: difficulty, level and tags. Collapsed until one is set. */
export function SectionRule({ at }: { at: number }) {
  const { t } = useTranslation('paper');
  const { control, setValue } = useFormContext<PaperFormDraft>();
  const section = useWatch({ control, name: `sections.${at}` });
  const id = useId();
  const mix = section.difficulty ?? { easy: 0, medium: 0, hard: 0 };
  const used = section.difficulty !== null || section.level !== null || section.tags.length > 0;
  const share = (key: (typeof shares)[number], text: string) => {
    const next = { ...mix, [key]: Math.max(0, Math.min(1000, Number(text) || 0)) };
    const any = next.easy + next.medium + next.hard > 0;
    setValue(`sections.${at}.difficulty`, any ? next : null, { shouldDirty: true });
  };
  return (
    <details open={used} className="text-sm">
      <summary className="w-fit cursor-pointer rounded-sm text-[13px] text-muted-foreground">{t('moreRules')}</summary>
      <div className="mt-2 flex flex-wrap items-start gap-4">
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">{t('difficultyMix')}</legend>
          <div className="flex items-center gap-1.5">
            {shares.map((key) => (
              <Input
                key={key}
                id={`${id}${key}`}
                aria-label={t(key)}
                type="number"
                min={0}
                value={mix[key]}
                onChange={(event) => share(key, event.target.value)}
                className="num w-16"
              />
            ))}
          </div>
          <p className="mt-1 text-[12.5px] text-muted-foreground">{t('difficultyMixHint')}</p>
        </fieldset>
        <Field label={t('level')} className="w-32">
          {(field) => (
            <Select
              {...field}
              value={String(section.level ?? '')}
              onChange={(value) =>
                setValue(`sections.${at}.level`, professionLevels.find((level) => String(level) === value) ?? null, { shouldDirty: true })
              }
              choices={[
                { value: '', label: t('anyLevel') },
                ...professionLevels.map((level) => ({ value: String(level), label: t('levelNo', { n: level }) })),
              ]}
            />
          )}
        </Field>
        <Controller
          control={control}
          name={`sections.${at}.tags`}
          render={({ field }) => (
            <Field label={t('tags')} className="min-w-48 grow">
              {(one) => (
                <Input
                  {...one}
                  defaultValue={field.value.join('，')}
                  onBlur={(event) =>
                    field.onChange(
                      [
                        ...new Set(
                          event.target.value
                            .split(/[,，、]/)
                            .map((tag) => tag.trim().slice(0, 30))
                            .filter((tag) => tag !== ''),
                        ),
                      ].slice(0, 20),
                    )
                  }
                />
              )}
            </Field>
          )}
        />
      </div>
    </details>
  );
}
