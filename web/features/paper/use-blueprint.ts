import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { CellKey, PaperBlueprint, QuotaCell } from '../../../sync/contract/assembly.ts';
import { useCall } from '../../platform/call-query.ts';
import { toast } from '../../ui/toast.ts';
import type { Paper } from './paper-queries.ts';
import { cellKeyText, liesIn, quotaSums, scopeIndexOf, withCount } from './quota-sums.ts';
import type { PaperDesk } from './use-paper-desk.ts';

/** How a blueprint begins, before anybody has changed it. */
const freshPlan = (paper: Paper): PaperBlueprint => ({
  detailTableId: null,
  bank: paper.rules.bank,
  scopeDepth: 2,
  importance: 'table',
  difficulty: { easy: 30, medium: 50, hard: 20 },
  maxExposure: null,
  categories: [],
  bannedIds: [],
  variants: Math.max(1, paper.variants.length),
});

/** Scopes and importance are a detail table's: without one there is nothing to ask for. */
export const askedOf = (plan: PaperBlueprint): PaperBlueprint =>
  plan.detailTableId === null ? { ...plan, scopeDepth: 0, importance: null } : plan;

/** What the quotas follow from: a change of it makes them anew. */
const shares = ['detailTableId', 'scopeDepth', 'importance', 'difficulty'] as const;

export type PaperBlueprintDesk = ReturnType<typeof useBlueprint>;

/** The blueprint of a paper as it is worked on: its quotas, what the bank has for each, and their sums. */
export function useBlueprint(paper: Paper, desk: PaperDesk, isOpen: boolean) {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const plan = desk.blueprint ?? freshPlan(paper);
  const sections = paper.sections.map(({ type, count, pointsEach }) => ({ type, count, pointsEach }));
  const { variants: _variants, ...quotas } = askedOf(plan);
  const asked = { ...quotas, sections };
  const table = useCall('/detail/getById', { id: plan.detailTableId ?? 0 }, { enabled: plan.detailTableId !== null });
  const supply = useCall(
    '/paper/blueprintSupply',
    { blueprint: asked },
    { quiet: true, placeholderData: keepPreviousData, enabled: isOpen },
  );
  const lines = plan.detailTableId === null ? undefined : table.data?.lines;
  const index = useMemo(() => scopeIndexOf(lines ?? []), [lines]);
  const cells: readonly QuotaCell[] | undefined = plan.cells ?? supply.data?.cells;
  const have = useMemo(() => new Map(supply.data?.cells.map((cell) => [cellKeyText(cell), cell.have])), [supply.data]);
  const names = new Map(index.scopes.map((scope) => [scope.code, scope.name]));

  const change = (next: Partial<PaperBlueprint>) => {
    const before = desk.blueprint;
    const { cells: byHand, ...rest } = plan;
    const isAnew = shares.some((share) => share in next);
    desk.put({ blueprint: { ...rest, ...(byHand && !isAnew && { cells: byHand }), ...next } });
    if (byHand && isAnew)
      toast.plain(t('cellsAnew'), { action: { label: t('undo'), onClick: () => desk.put({ blueprint: before }) }, duration: 6000 });
  };
  return {
    plan,
    isChosen: desk.blueprint !== null,
    sections,
    index,
    cells,
    supply,
    change,
    isByHand: plan.cells !== undefined,
    sums: quotaSums(cells ?? [], sections),
    haveOf: (cell: CellKey) => have.get(cellKeyText(cell)),
    /** What a variant has of a cell; null while it has nothing at all. */
    gotOf: (cell: CellKey, variant: number): number | null => {
      const ids = desk.variants[variant]?.sections.flat() ?? [];
      if (ids.length === 0) return null;
      return ids.filter((entry) => {
        const question = desk.bodies.get(entry.id);
        return question !== undefined && liesIn(question, cell, index);
      }).length;
    },
    setCount: (cell: CellKey, count: number) => {
      if (cells)
        change({
          cells: withCount(
            cells.map(({ count: own, type, scope, importance, difficulty }) => ({ type, scope, importance, difficulty, count: own })),
            cell,
            count,
          ),
        });
    },
    /** The sections' own rules say again what is drawn. */
    leave: () => {
      const before = desk.blueprint;
      desk.put({ blueprint: null });
      toast.plain(t('blueprintLeft'), { action: { label: t('undo'), onClick: () => desk.put({ blueprint: before }) }, duration: 6000 });
    },
    byWeights: () => {
      const before = desk.blueprint;
      const { cells: _byHand, ...rest } = plan;
      desk.put({ blueprint: rest });
      toast.plain(t('cellsAnew'), { action: { label: t('undo'), onClick: () => desk.put({ blueprint: before }) }, duration: 6000 });
    },
    /** "B-02 变频器 · X 核心 · 单选 · 难". */
    cellName: (cell: CellKey): string =>
      [
        cell.scope === '' ? '' : `${cell.scope} ${names.get(cell.scope) ?? ''}`.trim(),
        cell.importance === null ? '' : t(`importances.${cell.importance}`),
        cell.type === null ? '' : code(`sectionType.${cell.type}`),
        cell.difficulty === null ? '' : code(`difficulty.${cell.difficulty}`),
      ]
        .filter((part) => part !== '')
        .join(' · ') || t('total'),
  };
}
