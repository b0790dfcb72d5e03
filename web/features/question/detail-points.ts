import { detailTableStatus, type ProfessionLevel } from '../../../sync/contract/codes.ts';
import type { DetailLine } from '../../../sync/contract/detail.ts';
import { useCall } from '../../platform/call-query.ts';
import type { RowOf } from '../../platform/list-query.ts';
import type { ComboboxChoice } from '../../ui/combobox.tsx';
import type { TreeNode } from '../../ui/tree-model.ts';

type DetailTable = RowOf<'/detail/getList'>;

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

const tablePoints = ({ lines }: { lines: readonly DetailLine[] }) => pointsOf(lines);

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

/** Returns the published tables, the newest edition first. */
const publishedTables = ({ items }: { items: readonly DetailTable[] }): DetailTable[] =>
  items.filter((table) => table.status !== detailTableStatus.draft).toSorted((a, b) => b.edition - a.edition);

/** Returns the newest edition for each profession, trade and level. */
const newestTables = (answer: { items: readonly DetailTable[] }): DetailTable[] =>
  [...Map.groupBy(publishedTables(answer), (table) => `${table.professionId}.${table.tradeId}.${table.level}`).values()].flatMap(
    ([table]) => table ?? [],
  );

/** Reads the published tables of a profession or of all, each in its newest edition. */
export const useDetailTables = (profId: number | null) =>
  useCall(
    '/detail/getList',
    { pageSize: 200, filter: profId === null ? {} : { professionId: profId } },
    { select: newestTables, staleTime: 60_000 },
  );

/** Reads the points of the newest published edition for a trade and level. A trade without a table of its own has those of its profession. */
export function useDetailPoints({ profId, tradeId, level }: Place): readonly ComboboxChoice[] {
  const isKnown = profId !== null && level !== null;
  const tables =
    useCall(
      '/detail/getList',
      { pageSize: 200, filter: { professionId: profId ?? 0, level: level ?? 5 } },
      { enabled: isKnown, select: publishedTables, staleTime: 60_000 },
    ).data ?? [];
  const table = tables.find((each) => each.tradeId === tradeId) ?? tables.find((each) => each.tradeId === null);
  const points = useCall(
    '/detail/getById',
    { id: table?.id ?? 0 },
    { version: table?.version ?? 0, enabled: table !== undefined, select: tablePoints, staleTime: 60_000 },
  );
  return points.data ?? [];
}
