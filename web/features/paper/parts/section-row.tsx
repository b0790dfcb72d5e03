import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useId } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { rubricTypes } from '../../../../sync/contract/bank/question-body.ts';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { MultiSelect } from '../../../ui/primitives/multi-select.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { countPoolQuestions, estimateShortage, computeSubtotal } from '../paper-figures.ts';
import type { BankCategories, PaperFormDraft } from '../paper-queries.ts';
import { formatSectionTitle } from '../paper-templates.ts';
import { SectionRule } from './assembly/section-rule.tsx';

type SectionCode = PaperFormDraft['sections'][number]['type'];
const types: readonly SectionCode[] = [1, 2, 3, 4, 9, 10, 5, 6, 7, 8];
const partialTexts: Partial<Record<SectionCode, 'partialMultiple' | 'partialBlanks' | 'partialPairs'>> = {
  [sectionType.multiple]: 'partialMultiple',
  [sectionType.fillIn]: 'partialBlanks',
  [sectionType.matching]: 'partialPairs',
};

interface SectionRowProps {
  at: number;
  of: number;
  /** Undefined while loading. */
  bank: BankCategories | undefined;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Edits one section, and warns if the bank has too few questions for it. */
export function PaperSectionRow({ at, of, bank, onMove, onRemove }: SectionRowProps) {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const partialId = useId();
  const form = useFormContext<PaperFormDraft>();
  const { control, register } = form;
  const sections = useWatch({ control, name: 'sections' });
  const section = sections[at];
  const errors = form.formState.errors.sections?.[at];
  if (section === undefined) return null;
  const n = at + 1;
  const missing = bank === undefined ? 0 : estimateShortage(at, sections, bank);
  const have = bank === undefined ? 0 : countPoolQuestions(section, bank);
  const partialText = partialTexts[section.type];
  const holding = (row: BankCategories[number]) => row.counts.find((each) => each.type === section.type)?.count ?? 0;

  const changeType = (value: string) => {
    const next = types.find((type) => String(type) === value) ?? section.type;
    // A generated title follows the type; a title typed by hand stays.
    const isOurs = section.title === '' || types.some((type) => section.title === formatSectionTitle(at, code(`sectionType.${type}`)));
    if (isOurs) form.setValue(`sections.${at}.title`, formatSectionTitle(at, code(`sectionType.${next}`)));
    form.setValue(`sections.${at}.type`, next, { shouldDirty: true });
    form.setValue(`sections.${at}.partial`, next === sectionType.fillIn || next === sectionType.matching);
  };
  return (
    <li aria-label={t('sectionNo', { n })} className="flex flex-col gap-3 border-b px-4 py-3.5">
      <div className="flex flex-wrap items-start gap-3">
        <Field label={t('sectionTitle')} error={errors?.title?.message} className="min-w-40 grow">
          {(field) => <Input {...field} {...register(`sections.${at}.title`)} />}
        </Field>
        <Field label={t('type')} className="w-32">
          {(field) => (
            <Select
              {...field}
              value={String(section.type)}
              onChange={changeType}
              choices={types.map((type) => ({ value: String(type), label: code(`sectionType.${type}`) }))}
            />
          )}
        </Field>
        <NumberField control={control} name={`sections.${at}.count`} label={t('count')} min={1} max={300} className="w-24" />
        <NumberField
          control={control}
          name={`sections.${at}.pointsEach`}
          label={t('pointsEach')}
          min={0.5}
          max={100}
          step={0.5}
          className="w-24"
        />
        <div className="w-20 pt-[27px] text-right">
          <span className="num text-base leading-9 font-semibold">{t('pointUnit', { count: computeSubtotal(section) })}</span>
        </div>
        <div className="flex pt-[30px]">
          <Button variant="ghost" size="iconSm" aria-label={t('moveUp', { n })} disabled={at === 0} onClick={() => onMove(at - 1)}>
            <ArrowUp />
          </Button>
          <Button variant="ghost" size="iconSm" aria-label={t('moveDown', { n })} disabled={at === of - 1} onClick={() => onMove(at + 1)}>
            <ArrowDown />
          </Button>
          <Button variant="ghost" size="iconSm" aria-label={t('remove', { n })} onClick={onRemove}>
            <X />
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Controller
          control={control}
          name={`sections.${at}.categories`}
          render={({ field }) => (
            <MultiSelect
              aria-label={t('categories')}
              values={field.value}
              onChange={field.onChange}
              none={t('allCategories')}
              choices={(bank ?? [])
                .filter((row) => row.category !== '')
                .map((row) => ({ value: row.category, label: row.category, note: holding(row) }))}
              className="w-72"
            />
          )}
        />
        {bank !== undefined && (
          <Chip tone={missing > 0 ? 'seal' : 'delivered'} mark={missing > 0 ? 'square' : 'dot'} className="num">
            {missing > 0 ? t('shortOf', { n: have, missing }) : t('available', { n: have })}
          </Chip>
        )}
        {rubricTypes.includes(section.type) && <span className="text-[13px] text-muted-foreground">{t('subjectiveNote')}</span>}
        {partialText !== undefined && (
          <Controller
            control={control}
            name={`sections.${at}.partial`}
            render={({ field }) => (
              <span className="flex items-center gap-2">
                <Checkbox id={partialId} checked={field.value} onCheckedChange={(on) => field.onChange(on === true)} />
                <label htmlFor={partialId} className="text-sm">
                  {t(partialText)}
                </label>
              </span>
            )}
          />
        )}
      </div>
      <SectionRule at={at} />
    </li>
  );
}
