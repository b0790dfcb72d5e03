import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Wand2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Assembly, CellKey } from '../../../../sync/contract/assembly.ts';
import { variantNames } from '../../../../sync/contract/codes.ts';
import type { PaperBlueprint } from '../../../../sync/contract/paper.ts';
import { call } from '../../../platform/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Field } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.ts';
import { idsOf } from '../paper-moves.ts';
import type { Paper } from '../paper-queries.ts';
import type { PaperDesk } from '../use-paper-desk.ts';
import { GapPanel } from './gap-panel.tsx';
import { QuotaTable } from './quota-table.tsx';

const fresh = (paper: Paper): PaperBlueprint => ({
  detailTableId: null,
  bank: paper.rules.bank,
  scopeDepth: 2,
  importance: 'table',
  difficulty: { easy: 30, medium: 50, hard: 20 },
  maxExposure: null,
  categories: [],
  bannedIds: [],
});

/** The blueprint of a paper: what it asks of the bank cell by cell, shown while it changes; then the paper made by it. */
export function BlueprintPanel({ paper, desk, fixed }: { paper: Paper; desk: PaperDesk; fixed: boolean }) {
  const { t } = useTranslation('paper');
  const [plan, setPlan] = useState<PaperBlueprint>(() => desk.blueprint ?? fresh(paper));
  const [variants, setVariants] = useState(Math.max(1, desk.variants.length));
  const sections = paper.sections.map(({ type, count, pointsEach }) => ({ type, count, pointsEach }));
  const tables = useQuery({
    queryKey: ['detail', 'published'],
    queryFn: ({ signal }) => call('/detail/getList', { pageSize: 200 }, { signal }),
  });
  const table = useQuery({
    queryKey: ['detail', 'one', plan.detailTableId],
    queryFn: ({ signal }) => call('/detail/getById', { id: plan.detailTableId ?? 0 }, { signal }),
    enabled: plan.detailTableId !== null,
  });
  const supply = useQuery({
    queryKey: ['paper', 'supply', paper.id, plan, sections],
    queryFn: ({ signal }) => call('/paper/blueprintSupply', { blueprint: { ...plan, sections } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const assemble = useMutation({
    mutationFn: async ({ made, maxShared }: { made: PaperBlueprint & { counts?: readonly number[] }; maxShared: number }) => {
      const { counts, ...blueprint } = made;
      const lockedIds = variantNames.slice(0, variants).map((_name, at) => idsOfLocked(desk, at));
      const wanted = sections.map((section, at) => ({ ...section, count: counts?.[at] ?? section.count }));
      const answer = await call('/paper/assemble', { blueprint: { ...blueprint, sections: wanted }, variants, maxShared, lockedIds });
      return { answer, blueprint };
    },
    onSuccess: ({ answer, blueprint }) => {
      if (answer.shortfall.length > 0) return;
      const locked = (at: number) => new Set(idsOfLocked(desk, at));
      desk.put({
        blueprint,
        variants: answer.variants.map((variant, at) => ({
          sections: variant.sections.map((section) => section.questionIds.map((id) => ({ id, locked: locked(at).has(id) }))),
        })),
      });
      toast.success(t('assembledBy', { count: answer.variants.length }));
    },
  });
  const short: Assembly | null = (assemble.data?.answer.shortfall.length ?? 0) > 0 ? (assemble.data?.answer ?? null) : null;
  const change = (next: Partial<PaperBlueprint>) => {
    const { cells: _cells, ...rest } = plan;
    setPlan({ ...rest, ...next });
    assemble.reset();
  };
  const scopeNames = new Map<string, string>();
  const path: string[] = [];
  for (const line of table.data?.lines ?? [])
    if (line.depth !== 4) {
      path.length = line.depth - 1;
      path.push(line.code);
      scopeNames.set(path.join('-'), line.name);
    }
  const cellName = useCellName(scopeNames);
  const missing = (supply.data?.cells ?? []).filter((cell) => cell.have < cell.count).length;
  return (
    <div className="flex flex-col">
      <div className="flex flex-wrap items-end gap-3 border-b px-4 py-3">
        <Field label={t('blueprintTable')} className="w-60">
          {(field) => (
            <Select
              {...field}
              disabled={fixed}
              value={String(plan.detailTableId ?? '')}
              onChange={(value) => change({ detailTableId: value === '' ? null : Number(value) })}
              choices={[
                { value: '', label: t('noTable') },
                ...(tables.data?.items ?? [])
                  .filter((one) => one.status !== 0)
                  .map((one) => ({
                    value: String(one.id),
                    label: `${one.professionName}${one.tradeName} ${t('levelNo', { n: one.level })} · ${one.edition}`,
                  })),
              ]}
            />
          )}
        </Field>
        <Field label={t('depth')} className="w-32">
          {(field) => (
            <Select
              {...field}
              disabled={fixed || plan.detailTableId === null}
              value={String(plan.scopeDepth)}
              onChange={(value) => change({ scopeDepth: Number(value) as 0 | 1 | 2 | 3 })}
              choices={(['0', '1', '2', '3'] as const).map((value) => ({ value, label: t(`depths.${value}`) }))}
            />
          )}
        </Field>
        <Field label={t('importance')} className="w-40">
          {(field) => (
            <Select
              {...field}
              disabled={fixed || plan.detailTableId === null}
              value={plan.importance === null ? '' : 'table'}
              onChange={(value) => change({ importance: value === '' ? null : 'table' })}
              choices={[
                { value: '', label: t('importanceNone') },
                { value: 'table', label: t('importanceTable') },
              ]}
            />
          )}
        </Field>
        <Field label={t('difficultyMix')} className="w-40">
          {(field) => (
            <Select
              {...field}
              disabled={fixed}
              value={plan.difficulty === null ? '' : `${plan.difficulty.easy}:${plan.difficulty.medium}:${plan.difficulty.hard}`}
              onChange={(value) => {
                const [easy = 0, medium = 0, hard = 0] = value.split(':').map(Number);
                change({ difficulty: value === '' ? null : { easy, medium, hard } });
              }}
              choices={['', '30:50:20', '40:40:20', '50:30:20', '20:60:20'].map((value) => ({
                value,
                label: value === '' ? t('noLimit') : value,
              }))}
            />
          )}
        </Field>
        <Field label={t('maxExposure')} className="w-28">
          {(field) => (
            <Select
              {...field}
              disabled={fixed}
              value={plan.maxExposure === null ? '' : String(plan.maxExposure)}
              onChange={(value) => change({ maxExposure: value === '' ? null : Number(value) })}
              choices={['', '0', '1', '2', '3', '5'].map((value) => ({
                value,
                label: value === '' ? t('noLimit') : t('timesUsed', { n: value }),
              }))}
            />
          )}
        </Field>
        <Field label={t('variantCount')} className="w-20">
          {(field) => (
            <Select
              {...field}
              disabled={fixed}
              value={String(variants)}
              onChange={(value) => setVariants(Number(value))}
              choices={variantNames.map((_name, at) => ({ value: String(at + 1), label: String(at + 1) }))}
            />
          )}
        </Field>
        {!fixed && (
          <Button
            variant="primary"
            busy={assemble.isPending}
            onClick={() => assemble.mutate({ made: plan, maxShared: paper.rules.maxShared })}
          >
            <Wand2 />
            {t('assembleNow')}
          </Button>
        )}
      </div>
      {assemble.error !== null && (
        <p role="alert" className="px-4 py-2 text-[13px] text-seal">
          {assemble.error.message}
        </p>
      )}
      {short !== null && (
        <GapPanel
          assembly={short}
          cellName={cellName}
          busy={assemble.isPending}
          onTake={(relaxation) => {
            const made = { ...plan, maxExposure: relaxation.apply.maxExposure, cells: relaxation.apply.cells };
            assemble.mutate({ made: { ...made, counts: relaxation.apply.counts }, maxShared: relaxation.apply.maxShared });
          }}
        />
      )}
      <Panel
        className="rounded-none border-0"
        title={t('quotaTitle')}
        aside={
          supply.data !== undefined && (
            <Chip tone={missing > 0 ? 'seal' : 'delivered'} mark={missing > 0 ? 'square' : 'dot'}>
              {missing > 0 ? t('cellsShort', { count: missing }) : t('enough')}
            </Chip>
          )
        }
      >
        {supply.data === undefined ? (
          <p className="px-4 py-3 text-[13px] text-muted-foreground">{supply.error?.message ?? t('loadingSupply')}</p>
        ) : (
          <QuotaTable supply={supply.data} lines={table.data?.lines ?? []} scopeNames={scopeNames} />
        )}
      </Panel>
    </div>
  );
}

const idsOfLocked = (desk: PaperDesk, at: number): number[] => {
  const variant = desk.variants[at];
  return variant === undefined ? [] : idsOf({ sections: variant.sections.map((entries) => entries.filter((entry) => entry.locked)) });
};

/** A cell in words: "B-02 变频器 · X 核心 · 单选 · 难". */
function useCellName(scopeNames: ReadonlyMap<string, string>): (cell: CellKey) => string {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  return (cell) =>
    [
      cell.scope === '' ? '' : `${cell.scope} ${scopeNames.get(cell.scope) ?? ''}`.trim(),
      cell.importance === null ? '' : t(`importances.${cell.importance}`),
      cell.type === null ? '' : code(`sectionType.${cell.type}`),
      cell.difficulty === null ? '' : code(`difficulty.${cell.difficulty}`),
    ]
      .filter((part) => part !== '')
      .join(' · ') || t('total');
}
