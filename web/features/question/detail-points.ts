import { useQuery } from '@tanstack/react-query';
import { detailTableStatus, type ProfessionLevel } from '../../../sync/contract/codes.ts';
import type { DetailLine } from '../../../sync/contract/detail.ts';
import { call } from '../../platform/call.ts';
import type { ComboboxChoice } from '../../ui/combobox.tsx';
import type { TreeNode } from '../../ui/tree-model.ts';

interface Place {
  readonly profId: number | null;
  readonly tradeId: number | null;
  readonly level: ProfessionLevel | null;
}

/** The points of a table with their full codes: A-B-C-001. */
export function pointsOf(lines: readonly DetailLine[]): ComboboxChoice[] {
  const codes: string[] = [];
  return lines.flatMap((line) => {
    codes.length = line.depth - 1;
    codes.push(line.code);
    return line.depth === 4 ? [{ value: codes.join('-'), label: line.name, note: codes.join('-') }] : [];
  });
}

export interface PointNode extends TreeNode {
  /** A letter, or of a point three digits. */
  readonly code: string;
  /** Questions of the point, or of all points of the scope. */
  readonly total: number;
  readonly children: PointNode[];
}

/** The outline of a table as a tree with how many questions each point has; ids are full codes. */
export function pointTree(lines: readonly DetailLine[], counts: ReadonlyMap<string, number>): PointNode[] {
  interface Branch extends PointNode {
    total: number;
    children: Branch[];
  }
  const root: Branch[] = [];
  const above: Branch[] = [];
  for (const line of lines) {
    above.length = Math.min(above.length, line.depth - 1);
    const parent = above.at(-1);
    const id = parent === undefined ? line.code : `${parent.id}-${line.code}`;
    const total = line.depth === 4 ? (counts.get(id) ?? 0) : 0;
    const node: Branch = { id, code: line.code, name: line.name, total, children: [] };
    for (const scope of above) scope.total += total;
    (parent?.children ?? root).push(node);
    above.push(node);
  }
  return root;
}

/** Published tables of a profession or of all; of each place the newest edition. */
export const useDetailTables = (profId: number | null) =>
  useQuery({
    queryKey: ['detail', 'tables', profId],
    queryFn: async ({ signal }) => {
      const filter = profId === null ? {} : { professionId: profId };
      const { items } = await call('/detail/getList', { pageSize: 200, filter }, { signal });
      const newest = items.filter((table) => table.status !== detailTableStatus.draft).toSorted((a, b) => b.edition - a.edition);
      return [...Map.groupBy(newest, (table) => `${table.professionId}.${table.tradeId}.${table.level}`).values()].flatMap(
        ([table]) => table ?? [],
      );
    },
    staleTime: 60_000,
  });

/** Of the newest published edition for this place; where the trade has none of its own, the profession's. */
export function useDetailPoints({ profId, tradeId, level }: Place): readonly ComboboxChoice[] {
  const query = useQuery({
    queryKey: ['detail', 'points', profId, tradeId, level],
    queryFn: async ({ signal }) => {
      const filter = { professionId: profId ?? 0, level: level ?? 5 };
      const { items } = await call('/detail/getList', { pageSize: 200, filter }, { signal });
      const tables = items.filter((table) => table.status !== detailTableStatus.draft).toSorted((a, b) => b.edition - a.edition);
      const table = tables.find((each) => each.tradeId === tradeId) ?? tables.find((each) => each.tradeId === null);
      return table === undefined ? [] : pointsOf((await call('/detail/getById', { id: table.id }, { signal })).lines);
    },
    enabled: profId !== null && level !== null,
    staleTime: 60_000,
  });
  return query.data ?? [];
}
