import { LayoutTemplate, Plus, ArrowDown, ArrowUp, X } from 'lucide-react';
import { useFieldArray, useFormContext, Controller, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinPhrases } from '../../../lib/punctuation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DropdownMenu, MenuItem } from '../../../ui/primitives/dropdown-menu.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { useBankCategories, type PaperFormDraft, type BankCategories } from '../paper-queries.ts';
import {
  buildTemplateSections,
  formatSectionTitle,
  paperTemplateChoices,
  paperTemplatePassMark,
  paperTemplates,
} from '../paper-templates.ts';
import { useId } from 'react';
import { rubricTypes } from '../../../../sync/contract/bank/question-body.ts';
import { sectionType, professionLevels } from '../../../../sync/contract/codes.ts';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import { NumberField } from '../../../ui/form/form-fields.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { countPoolQuestions, estimateShortage, computeSubtotal } from '../paper-figures.ts';

export function SectionList({ typeFallback }: { typeFallback: PaperFormDraft['sections'][number]['type'] }) {
  const { t } = useTranslation(['paper', 'ui']);
  const { t: code } = useTranslation('codes');
  const form = useFormContext<PaperFormDraft>();
  const { fields, append, insert, remove, move, replace } = useFieldArray({ control: form.control, name: 'sections' });
  const bank = useBankCategories();
  const problem = form.formState.errors.sections?.message ?? form.formState.errors.sections?.root?.message;

  const take = (at: number) => {
    const section = form.getValues(`sections.${at}`);
    remove(at);
    toast.plain(t('removed', { title: section.title }), {
      action: { label: t('ui:editorUndo'), onClick: () => insert(at, section) },
      duration: 6000,
    });
  };
  const apply = ({ name, minutes }: (typeof paperTemplateChoices)[number]) => {
    const { sections, rules } = structuredClone(form.getValues());
    replace(buildTemplateSections(paperTemplates[name], (type) => code(`sectionType.${type}`)));
    form.setValue('rules.minutes', minutes, { shouldDirty: true });
    form.setValue('rules.passPoints', paperTemplatePassMark, { shouldDirty: true });
    toast.plain(t('templateTaken'), {
      action: {
        label: t('ui:editorUndo'),
        onClick: () => {
          replace(sections);
          form.setValue('rules', rules, { shouldDirty: true });
        },
      },
      duration: 6000,
    });
  };
  return (
    <Panel
      title={t('sections')}
      aside={
        <DropdownMenu
          trigger={
            <Button size="sm">
              <LayoutTemplate />
              {t('template')}
            </Button>
          }
        >
          {paperTemplateChoices.map((choice) => (
            <MenuItem key={`${choice.name}.${choice.minutes}`} onSelect={() => apply(choice)}>
              {t('templateOf', { pattern: t(choice.name), minutes: choice.minutes })}
            </MenuItem>
          ))}
        </DropdownMenu>
      }
    >
      <ol>
        {fields.map((field, at) => (
          <PaperSectionRow
            key={field.id}
            at={at}
            total={fields.length}
            bank={bank.data?.items}
            onMove={(to) => move(at, to)}
            onRemove={() => take(at)}
          />
        ))}
      </ol>
      {problem !== undefined && (
        <p role="alert" className="px-4 py-2 text-[13px] text-seal">
          {fields.length === 0 ? t('needSection') : problem}
        </p>
      )}
      <div className="px-3 py-2.5">
        <Button
          variant="ghost"
          size="sm"
          disabled={fields.length >= 12}
          onClick={() =>
            append({
              title: formatSectionTitle(fields.length, code(`sectionType.${typeFallback}`)),
              type: typeFallback,
              count: 10,
              pointsEach: 1,
              categories: [],
              partial: false,
              difficulty: null,
              tags: [],
              level: null,
            })
          }
        >
          <Plus />
          {t('addSection')}
        </Button>
      </div>
    </Panel>
  );
}

type SectionCode = PaperFormDraft['sections'][number]['type'];
const types: readonly SectionCode[] = [1, 2, 3, 4, 9, 10, 5, 6, 7, 8];
const partialTexts: Partial<Record<SectionCode, 'partialMultiple' | 'partialBlanks' | 'partialPairs'>> = {
  [sectionType.multiple]: 'partialMultiple',
  [sectionType.fillIn]: 'partialBlanks',
  [sectionType.matching]: 'partialPairs',
};

interface PaperSectionRowProps {
  at: number;
  total: number;
  /** Categories of the question bank with the number of questions in each; undefined while loading. */
  bank: BankCategories | undefined;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Edits one section, and warns if the bank has too few questions for it. */
function PaperSectionRow({ at, total: of, bank, onMove, onRemove }: PaperSectionRowProps) {
  const { t } = useTranslation(['paper', 'words']);
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
  const poolCount = bank === undefined ? 0 : countPoolQuestions(section, bank);
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
        <Field label={t('words:questionType')} className="w-32">
          {(field) => (
            <Select
              {...field}
              value={String(section.type)}
              onChange={changeType}
              choices={types.map((type) => ({ value: String(type), label: code(`sectionType.${type}`) }))}
            />
          )}
        </Field>
        <NumberField control={control} name={`sections.${at}.count`} label={t('words:questionCount')} min={1} max={300} className="w-24" />
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
              none={t('words:allCategories')}
              choices={(bank ?? [])
                .filter((row) => row.category !== '')
                .map((row) => ({ value: row.category, label: row.category, note: holding(row) }))}
              className="w-72"
            />
          )}
        />
        {bank !== undefined && (
          <Chip tone={missing > 0 ? 'seal' : 'delivered'} mark={missing > 0 ? 'square' : 'dot'} className="num">
            {missing > 0 ? t('shortOf', { n: poolCount, missing }) : t('cellHave', { n: poolCount })}
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

const shares = ['easy', 'medium', 'hard'] as const;

/** Edits further rules of a random draw: difficulty, level and tags. Collapsed until one is set. */
function SectionRule({ at }: { at: number }) {
  const { t } = useTranslation(['paper', 'words']);
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
        <Field label={t('words:level')} className="w-32">
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
                  defaultValue={joinPhrases(field.value)}
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
