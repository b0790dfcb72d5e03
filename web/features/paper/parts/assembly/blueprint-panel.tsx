import { ChevronDown, RotateCcw, X } from 'lucide-react';
import { useState, type ReactNode, useId } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { addLabel, joinPhrases } from '../../../../lib/punctuation.ts';
import type { QuotaCell as Quota, CellKey, PaperBlueprint } from '../../../../../sync/contract/papers/assembly.ts';
import { cn } from '../../../../lib/cn.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { Skeleton } from '../../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import type { PaperAssemblyEditor } from '../../use-paper-assembly-editor.ts';
import type { PaperBlueprintState } from '../../use-blueprint.ts';
import { QuotaTable, quotaHeadClass as head } from './quota-table.tsx';
import { difficulty, variantNames } from '../../../../../sync/contract/codes.ts';
import type { QuotaSums } from '../../quota-sums.ts';
import { OptionPicker, createOptionSource } from '../../../../platform/api/option-picker.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { Select } from '../../../../ui/primitives/select.tsx';

interface DifficultyQuotasProps {
  cells: readonly Quota[];
  types: readonly {
    readonly type: NonNullable<CellKey['type']>;
    readonly count: number;
    readonly have: number | undefined;
    readonly got: number | null;
  }[];
  sums: QuotaSums;
  show: (cell: Quota) => ReactNode;
}

const levels = Object.values(difficulty);

/** Table of quotas: question types as rows, difficulties as columns. */
function DifficultyQuotas({ cells, types, sums, show }: DifficultyQuotasProps) {
  const { t } = useTranslation(['paper', 'words']);
  const { t: code } = useTranslation('codes');
  const hasLevels = cells.some((cell) => cell.difficulty !== null);
  return (
    <table className="num w-full border-collapse text-[13.5px]">
      <caption className="sr-only">{t('byDifficulty')}</caption>
      <thead>
        <tr className="border-b">
          <th scope="col" className={cn(head, 'pl-4 text-left')}>
            {t('words:questionType')}
          </th>
          <th scope="col" className={cn(head, 'w-[72px] text-center')}>
            {t('words:questionCount')}
          </th>
          {hasLevels &&
            levels.map((level) => (
              <th key={level} scope="col" className={cn(head, 'w-[72px] text-center')}>
                {code(`difficulty.${level}`)}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {types.map(({ type, count, have, got }) => {
          const sum = sums.ofType(type).difficulties;
          return (
            <tr key={type} className="border-b last:border-b-0 [&>td]:h-9 [&>td]:px-2.5">
              <td className="pl-4!">
                {code(`sectionType.${type}`)}
                {sum !== null && sum !== count && <span className="ml-2 text-[12.5px] text-seal">{t('sumIs', { n: sum })}</span>}
              </td>
              <td className="text-center">
                <QuotaCellInput name={code(`sectionType.${type}`)} want={count} have={have} got={got} onChange={undefined} />
              </td>
              {hasLevels &&
                levels.map((level) => {
                  const cell = cells.find((one) => one.type === type && one.difficulty === level && one.scope === '');
                  return (
                    <td key={level} className="text-center">
                      {cell && show(cell)}
                    </td>
                  );
                })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface BlueprintPanelProps {
  blueprint: PaperBlueprintState;
  editor: PaperAssemblyEditor;
  variant: number;
  fixed: boolean;
  scope: string;
  onScope: (scope: string) => void;
}

/** Shows the blueprint as a table of quotas with the bank's supply, updated while it is edited. After the assembly it also shows the drawn counts. */
export function BlueprintPanel({ blueprint, editor, variant, fixed, scope, onScope }: BlueprintPanelProps) {
  const { t } = useTranslation(['paper', 'ui']);
  const { plan, cells, supply, sums, index } = blueprint;
  const hasQuestions = (editor.variants[variant]?.sections.flat().length ?? 0) > 0;
  const [isOpen, setOpen] = useState(!hasQuestions);
  const types = [...Map.groupBy(blueprint.sections, (section) => section.type)].map(([type, typeSections]) => {
    const place = { type, scope: '', importance: null, difficulty: null };
    return {
      type,
      count: typeSections.reduce((sum, section) => sum + section.count, 0),
      have: supply.data?.sections.find((section) => section.type === type)?.have,
      got: blueprint.gotOf(place, variant),
    };
  });
  const total = types.reduce((sum, one) => sum + one.count, 0);
  const short = (cells ?? []).filter((cell) => (blueprint.haveOf(cell) ?? cell.count) < cell.count).length;
  const weights = index.scopes.filter((one) => one.depth === 1).reduce((sum, one) => sum + (one.weight ?? 0), 0);
  const show = (cell: Quota) => (
    <QuotaCellInput
      name={blueprint.cellName(cell)}
      want={cell.count}
      have={blueprint.haveOf(cell)}
      got={blueprint.gotOf(cell, variant)}
      onChange={fixed ? undefined : (count) => blueprint.setCount(cell, count)}
    />
  );
  return (
    <div className="flex flex-col">
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-b px-4 py-1.5">
        <Button variant="ghost" size="sm" className="-ml-2" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <ChevronDown className={cn('transition-transform', !isOpen && '-rotate-90')} />
          {t('settings')}
        </Button>
        {index.scopes.length > 0 && <Chip className="num">{t('weightSum', { n: weights })}</Chip>}
        {sums.faults > 0 ? (
          <Chip tone="seal" mark="square">
            {t('sumFaults', { count: sums.faults })}
          </Chip>
        ) : (
          supply.data !== undefined && (
            <Chip tone={short > 0 ? 'seal' : 'delivered'} mark={short > 0 ? 'square' : 'dot'}>
              {short > 0 ? t('cellsShort', { count: short }) : t('enough')}
            </Chip>
          )
        )}
        {sums.faults === 0 && sums.free > 0 && (
          <Chip tone="kept" mark="ring" className="num">
            {t('quotasOpen', { count: sums.free })}
          </Chip>
        )}
        <span className="ml-auto flex items-center gap-2">
          {blueprint.isByHand && !fixed && (
            <Button variant="ghost" size="sm" onClick={blueprint.byWeights}>
              <RotateCcw />
              {t('byWeights')}
            </Button>
          )}
          {blueprint.isChosen && !fixed && (
            <Button variant="ghost" size="sm" onClick={blueprint.leave}>
              <X />
              {t('leaveBlueprint')}
            </Button>
          )}
        </span>
      </div>
      {isOpen && (
        <div className="border-b">
          <BlueprintSettings plan={plan} fixed={fixed} onChange={blueprint.change} />
        </div>
      )}
      {cells === undefined ? (
        supply.error === null ? (
          <Skeleton className="m-4 h-72" />
        ) : (
          <div role="alert" className="p-4">
            <Strip
              tone="seal"
              action={
                <Button size="sm" className="-my-1.5" onClick={() => void supply.refetch()}>
                  {t('ui:retry')}
                </Button>
              }
            >
              {supply.error.message}
            </Strip>
          </div>
        )
      ) : (
        <>
          {supply.error !== null && (
            <p role="alert" className="border-b px-4 py-2 text-[13px] text-seal">
              {supply.error.message}
            </p>
          )}
          <div className="overflow-x-auto">
            {index.scopes.length > 0 && plan.scopeDepth > 0 && (
              <QuotaTable
                cells={cells}
                types={types}
                total={total}
                sums={sums}
                index={index}
                chosen={scope}
                onChoose={onScope}
                show={show}
              />
            )}
            <DifficultyQuotas cells={cells} types={types} sums={sums} show={show} />
          </div>
          <p className="border-t px-4 py-2 text-[12.5px] text-muted-foreground">{t(fixed ? 'quotaLegend' : 'quotaHint')}</p>
        </>
      )}
    </div>
  );
}

const shareLevels = ['easy', 'medium', 'hard'] as const;
const limits = ['', '0', '1', '2', '3', '5'];

interface BlueprintSettingsProps {
  plan: PaperBlueprint;
  fixed: boolean;
  onChange: (next: Partial<PaperBlueprint>) => void;
}

/** Edits the settings that determine the quotas, and the questions that may be drawn. */
function BlueprintSettings({ plan, fixed, onChange }: BlueprintSettingsProps) {
  const { t } = useTranslation('paper');
  const mixId = useId();
  const tables = createOptionSource('/detail/getList', {
    filter: { newest: true },
    chosen: '/detail/getById',
    optionOf: (one) => ({
      value: String(one.id),
      label: `${one.professionName}${one.tradeName} ${t('levelNo', { n: one.level })} · ${t('edition', { n: one.edition })}`,
    }),
  });
  const mix = plan.difficulty ?? { easy: 0, medium: 0, hard: 0 };
  const noTable = fixed || plan.detailTableId === null;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2.5 px-4 py-3">
      <Field label={t('blueprintTable')} className="w-56">
        {(field) => (
          <OptionPicker
            {...field}
            disabled={fixed}
            source={tables}
            placeholder={t('noTable')}
            value={plan.detailTableId}
            onChange={(detailTableId) => onChange({ detailTableId })}
          />
        )}
      </Field>
      <Field label={t('depth')} className="w-32">
        {(field) => (
          <Select
            {...field}
            disabled={noTable}
            value={String(plan.scopeDepth)}
            onChange={(value) => onChange({ scopeDepth: Number(value) as 0 | 1 | 2 | 3 })}
            choices={(['0', '1', '2', '3'] as const).map((value) => ({ value, label: t(`depths.${value}`) }))}
          />
        )}
      </Field>
      <Field label={t('importance')} className="w-40">
        {(field) => (
          <Select
            {...field}
            disabled={noTable}
            value={plan.importance === null ? '' : 'table'}
            onChange={(value) => onChange({ importance: value === '' ? null : 'table' })}
            choices={[
              { value: '', label: t('importanceNone') },
              { value: 'table', label: t('importanceTable') },
            ]}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{t('difficultyMix')}</legend>
        <div className="flex items-center gap-1.5">
          {shareLevels.map((level) => (
            <Input
              key={level}
              id={`${mixId}${level}`}
              aria-label={t(level)}
              disabled={fixed}
              inputMode="numeric"
              value={mix[level]}
              onChange={(event) => {
                const next = { ...mix, [level]: Math.min(1000, Number(event.target.value.replace(/\D/g, '')) || 0) };
                onChange({ difficulty: next.easy + next.medium + next.hard > 0 ? next : null });
              }}
              className="num w-14 px-1 text-center"
            />
          ))}
        </div>
      </fieldset>
      <Field label={t('blueprintBank')} className="w-32">
        {(field) => (
          <Select
            {...field}
            disabled={fixed}
            value={plan.bank}
            onChange={(value) => onChange({ bank: value as PaperBlueprint['bank'] })}
            choices={(['school', 'certified', 'both'] as const).map((value) => ({ value, label: t(`banks.${value}`) }))}
          />
        )}
      </Field>
      <Field label={t('maxExposure')} className="w-32">
        {(field) => (
          <Select
            {...field}
            disabled={fixed}
            value={plan.maxExposure === null ? '' : String(plan.maxExposure)}
            onChange={(value) => onChange({ maxExposure: value === '' ? null : Number(value) })}
            choices={[...new Set([...limits, plan.maxExposure === null ? '' : String(plan.maxExposure)])].map((value) => ({
              value,
              label: value === '' ? t('noLimit') : value === '0' ? t('neverUsed') : t('timesUsed', { count: Number(value) }),
            }))}
          />
        )}
      </Field>
      <Field label={t('variantCount')} className="w-20">
        {(field) => (
          <Select
            {...field}
            disabled={fixed}
            value={String(plan.variants)}
            onChange={(value) => onChange({ variants: Number(value) })}
            choices={variantNames.map((_name, at) => ({ value: String(at + 1), label: String(at + 1) }))}
          />
        )}
      </Field>
    </div>
  );
}

const maxQuota = 300;

interface QuotaCellInputProps {
  /** Name of the quota's cell: "B-02 变频器 · X 核心". */
  name: string;
  want: number;
  /** Number of fitting questions in the bank; undefined while loading. */
  have: number | undefined;
  /** Number of fitting questions in the paper; null before the first draw. */
  got: number | null;
  /** Undefined if the quota cannot be changed. */
  onChange: ((count: number) => void) | undefined;
}

/**
 * Shows and edits one quota. If the bank or the paper has fewer questions than wanted, both numbers are shown, so that colour is not the only sign.
 */
function QuotaCellInput({ name, want, have, got, onChange }: QuotaCellInputProps) {
  const { t } = useTranslation('paper');
  const [typed, setTyped] = useState<string | null>(null);
  const isShort = have !== undefined && have < want;
  const differs = got !== null && got !== want;
  const quotaText = isShort ? `${got ?? have}/${want}` : differs ? `${got}/${want}` : String(want);
  const look = isShort
    ? 'bg-seal-soft font-semibold text-seal'
    : differs
      ? 'bg-kept-soft font-semibold text-kept-ink'
      : want === 0
        ? 'text-muted-foreground'
        : 'bg-delivered-soft text-delivered';
  const box = cn('num inline-block h-[23px] w-[52px] rounded-sm px-1 text-center text-[13.5px] leading-[23px]', look);
  const labels = [
    t('cellWant', { n: want }),
    have === undefined ? '' : t('cellHave', { n: have }),
    got === null ? '' : t('cellGot', { n: got }),
  ];
  const label = addLabel(name, joinPhrases(labels.filter((part) => part !== '')));
  if (onChange === undefined)
    return (
      <span title={label} className={box}>
        {quotaText}
      </span>
    );
  const commit = () => {
    const count = typed === null || typed.trim() === '' ? want : Math.round(Number(typed));
    setTyped(null);
    if (Number.isFinite(count) && count >= 0 && count <= maxQuota && count !== want) onChange(count);
  };
  return (
    <input
      inputMode="numeric"
      aria-label={label}
      title={label}
      value={typed ?? quotaText}
      onFocus={(event) => {
        setTyped(String(want));
        const field = event.currentTarget;
        requestAnimationFrame(() => field.select());
      }}
      onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 3))}
      onBlur={commit}
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
        if (event.key === 'Escape') setTyped(String(want));
        if (step === undefined) return;
        event.preventDefault();
        findNeighbourCell(event.currentTarget, step)?.focus();
      }}
      className={cn(box, 'cursor-text outline-none focus:bg-card focus:text-foreground focus:ring-2 focus:ring-ring')}
    />
  );
}

/** Returns the input above or below in the same column. */
function findNeighbourCell(from: HTMLElement, step: number): HTMLInputElement | undefined {
  const cell = from.closest('td');
  for (let row = cell?.parentElement; cell && row;) {
    row = (step < 0 ? row.previousElementSibling : row.nextElementSibling) as HTMLElement | null;
    const found = (row as HTMLTableRowElement | null)?.cells[cell.cellIndex]?.querySelector('input');
    if (found) return found;
  }
  return undefined;
}
