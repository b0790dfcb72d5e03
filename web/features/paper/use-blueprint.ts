import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { CellKey, PaperBlueprint, QuotaCell } from '../../../sync/contract/papers/assembly.ts';
import { useCall } from '../../platform/api/call-query.ts';
import { toast } from '../../ui/feedback/toast.ts';
import type { Paper } from './paper-queries.ts';
import { formatCellKey, isQuestionInCell, sumQuotas, buildScopeIndex, setCellCount } from './quota-sums.ts';
import type { PaperAssemblyEditor } from './use-paper-assembly-editor.ts';

/** Returns the initial blueprint of a paper. */
const createInitialBlueprint = (paper: Paper): PaperBlueprint => ({
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

/** Removes scope and importance if no detail table is chosen, because both come from it. */
export const normaliseBlueprint = (plan: PaperBlueprint): PaperBlueprint =>
  plan.detailTableId === null ? { ...plan, scopeDepth: 0, importance: null } : plan;

/** Fields of the blueprint that determine its quotas. If the user changes such a field, the quotas are computed again. */
const shares = ['detailTableId', 'scopeDepth', 'importance', 'difficulty'] as const;

export type PaperBlueprintState = ReturnType<typeof useBlueprint>;

/**
 * State of a paper's blueprint (the quotas by which its questions are drawn) while it is edited: the quotas, the supply of the bank for each, and
 * their sums.
 */
export function useBlueprint(paper: Paper, editor: PaperAssemblyEditor, isOpen: boolean) {
  const { t } = useTranslation(['paper', 'ui']);
  const { t: code } = useTranslation('codes');
  const plan = editor.blueprint ?? createInitialBlueprint(paper);
  const sections = paper.sections.map(({ type, count, pointsEach }) => ({ type, count, pointsEach }));
  const { variants: _variants, ...quotas } = normaliseBlueprint(plan);
  const supplyBlueprint = { ...quotas, sections };
  const table = useCall('/detail/getById', { id: plan.detailTableId ?? 0 }, { enabled: plan.detailTableId !== null });
  const supply = useCall(
    '/paper/blueprintSupply',
    { blueprint: supplyBlueprint, kind: paper.kind },
    { quiet: true, placeholderData: keepPreviousData, enabled: isOpen },
  );
  const lines = plan.detailTableId === null ? undefined : table.data?.lines;
  const index = useMemo(() => buildScopeIndex(lines ?? []), [lines]);
  const cells: readonly QuotaCell[] | undefined = plan.cells ?? supply.data?.cells;
  const supplyByCell = useMemo(() => new Map(supply.data?.cells.map((cell) => [formatCellKey(cell), cell.have])), [supply.data]);
  const names = new Map(index.scopes.map((scope) => [scope.code, scope.name]));

  const change = (next: Partial<PaperBlueprint>) => {
    const before = editor.blueprint;
    const { cells: byHand, ...rest } = plan;
    const isAnew = shares.some((share) => share in next);
    editor.put({ blueprint: { ...rest, ...(byHand && !isAnew && { cells: byHand }), ...next } });
    if (byHand && isAnew)
      toast.plain(t('cellsAnew'), {
        action: { label: t('ui:editorUndo'), onClick: () => editor.put({ blueprint: before }) },
        duration: 6000,
      });
  };
  return {
    plan,
    isChosen: editor.blueprint !== null,
    sections,
    index,
    cells,
    supply,
    change,
    isByHand: plan.cells !== undefined,
    sums: sumQuotas(cells ?? [], sections),
    haveOf: (cell: CellKey) => supplyByCell.get(formatCellKey(cell)),
    /** Returns how many questions of a variant count for a quota (`cell`); null if the variant is empty. */
    gotOf: (cell: CellKey, variant: number): number | null => {
      const ids = editor.variants[variant]?.sections.flat() ?? [];
      if (ids.length === 0) return null;
      return ids.filter((entry) => {
        const question = editor.bodies.get(entry.id);
        return question !== undefined && isQuestionInCell(question, cell, index);
      }).length;
    },
    setCount: (cell: CellKey, count: number) => {
      if (cells)
        change({
          cells: setCellCount(
            cells.map(({ count: own, type, scope, importance, difficulty }) => ({ type, scope, importance, difficulty, count: own })),
            cell,
            count,
          ),
        });
    },
    /** Removes the blueprint; the rules of the sections apply again. */
    leave: () => {
      const before = editor.blueprint;
      editor.put({ blueprint: null });
      toast.plain(t('blueprintLeft'), {
        action: { label: t('ui:editorUndo'), onClick: () => editor.put({ blueprint: before }) },
        duration: 6000,
      });
    },
    byWeights: () => {
      const before = editor.blueprint;
      const { cells: _byHand, ...rest } = plan;
      editor.put({ blueprint: rest });
      toast.plain(t('cellsAnew'), {
        action: { label: t('ui:editorUndo'), onClick: () => editor.put({ blueprint: before }) },
        duration: 6000,
      });
    },
    /** Formats the name of a quota: "B-02 变频器 · X 核心 · 单选 · 难". */
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
