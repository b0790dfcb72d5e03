import type { ReactNode } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { CellKey, QuotaCell as Quota } from '../../../../../sync/contract/papers/assembly.ts';
import { pointImportances } from '../../../../../sync/contract/codes.ts';
import { cn } from '../../../../lib/cn.ts';
import { type QuotaSums, type ScopeIndex } from '../../quota-sums.ts';
import { isScopeWithin } from '../../../../../sync/domain/papers/detail-rules.ts';

interface QuotaTableProps {
  cells: readonly Quota[];
  types: readonly { readonly type: NonNullable<CellKey['type']>; readonly count: number }[];
  total: number;
  sums: QuotaSums;
  index: ScopeIndex;
  /** Code of the detail table's scope whose questions are shown. */
  chosen: string;
  onChoose: (scope: string) => void;
  show: (cell: Quota) => ReactNode;
}

const open: CellKey = { type: null, scope: '', importance: null, difficulty: null };

/** Table of quotas (双向细目表): scopes as rows, importance and types as columns, with sums. */
export function QuotaTable({ cells, types, total, sums, index, chosen, onChoose, show }: QuotaTableProps) {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const quotas = new Set(cells.map((cell) => cell.scope).filter((scope) => scope !== ''));
  const rows = index.scopes.filter((row) => [...quotas].some((scope) => isScopeWithin(scope, row.code)));
  const find = (key: Partial<CellKey>): Quota | undefined => {
    const { type, scope, importance, difficulty } = { ...open, ...key };
    return cells.find(
      (cell) => cell.type === type && cell.scope === scope && cell.importance === importance && cell.difficulty === difficulty,
    );
  };
  const columns = [
    ...(sums.ofImportance === null ? [] : pointImportances.map((importance) => ({ importance, name: t(`importances.${importance}`) }))),
    ...(types.some(({ type }) => sums.ofType(type).scopes !== null)
      ? types.map(({ type }) => ({ type, name: code(`sectionType.${type}`) }))
      : []),
  ];
  const plain = (count: number | null) => (count === null ? '' : <span className="inline-block w-[52px] text-center">{count}</span>);
  return (
    <table className="num w-full border-collapse text-[13.5px]">
      <caption className="sr-only">{t('quotaTitle')}</caption>
      <thead>
        <tr className="border-b">
          <th scope="col" className={cn(quotaHeadClass, 'sticky left-0 bg-card pl-4 text-left')}>
            {t('scope')}
          </th>
          <th scope="col" className={quotaHeadClass}>
            {t('weight')}
          </th>
          {columns.map((column) => (
            <th key={column.name} scope="col" className={cn(quotaHeadClass, 'w-[72px] text-center')}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const isQuota = quotas.has(row.code);
          const uneven = sums.uneven.includes(row.code);
          return (
            <tr
              key={row.code}
              className={cn('group border-b [&>td]:h-9 [&>td]:px-2.5', !isQuota && 'bg-muted', chosen === row.code && 'bg-accent')}
            >
              <td
                className={cn('sticky left-0', chosen === row.code ? 'bg-accent' : isQuota ? 'bg-card' : 'bg-muted')}
                style={{ paddingLeft: `${row.depth * 16}px` }}
              >
                <button
                  type="button"
                  aria-pressed={chosen === row.code}
                  onClick={() => onChoose(chosen === row.code ? '' : row.code)}
                  className={cn('rounded-sm text-left hover:text-primary', !isQuota && 'font-semibold')}
                >
                  <span className="mr-2 text-muted-foreground">{row.code}</span>
                  {row.name}
                </button>
                {uneven && <span className="ml-2 text-[12.5px] text-seal">{t('unevenRow')}</span>}
              </td>
              <td className={cn('text-right', !isQuota && 'font-semibold')}>{row.weight ?? ''}</td>
              {columns.map((column) => {
                const cell = isQuota
                  ? find('type' in column ? { scope: row.code, type: column.type } : { scope: row.code, importance: column.importance })
                  : undefined;
                return (
                  <td key={column.name} className={cn('text-center', cell === undefined && 'text-muted-foreground')}>
                    {cell === undefined ? plain(sums.ofScope(row.code, column)) : show(cell)}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr className="border-b font-semibold [&>td]:h-9 [&>td]:px-2.5">
          <td className="sticky left-0 bg-card pl-4!">{t('total')}</td>
          <td className="text-right">{rows.filter((row) => row.depth === 1).reduce((sum, row) => sum + (row.weight ?? 0), 0)}</td>
          {columns.map((column) => {
            const isType = 'type' in column;
            const count = isType ? sums.ofType(column.type).scopes : (sums.ofImportance?.[column.importance] ?? null);
            const targetCount = isType ? (types.find(({ type }) => type === column.type)?.count ?? 0) : count;
            const isOver = isType
              ? (count ?? 0) > (targetCount ?? 0)
              : pointImportances.reduce((sum, each) => sum + (sums.ofImportance?.[each] ?? 0), 0) > total;
            const isOpen = isType && (count ?? 0) < (targetCount ?? 0);
            return (
              <td key={column.name} className={cn('text-center', isOver && 'text-seal', isOpen && 'text-kept-ink')}>
                {count === targetCount ? count : `${count}/${targetCount}`}
              </td>
            );
          })}
        </tr>
      </tfoot>
    </table>
  );
}

export const quotaHeadClass = 'h-9 px-2.5 text-right text-[12.5px] font-medium whitespace-nowrap text-muted-foreground';
