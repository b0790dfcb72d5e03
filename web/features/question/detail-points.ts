import { type ProfessionLevel, professionLevels } from '../../../sync/contract/codes.ts';
import type { DetailLine } from '../../../sync/contract/bank/detail.ts';
import { useCall, useWholeList } from '../../platform/api/call-query.ts';
import type { ComboboxChoice } from '../../ui/form/combobox.tsx';
import type { TreeNode } from '../../ui/tree/tree-model.ts';
import type { FilterKind } from '../../ui/list/list-state.ts';

interface Place {
  readonly profId: number | null;
  readonly tradeId: number | null;
  readonly level: ProfessionLevel | null;
}

/** Lists the points of a detail table as choices, with their full codes such as A-B-C-001. */
export function listPointChoices(lines: readonly DetailLine[]): ComboboxChoice[] {
  const codes: string[] = [];
  return lines.flatMap((line) => {
    codes.length = line.depth - 1;
    codes.push(line.code);
    return line.depth === 4 ? [{ value: codes.join('-'), label: line.name, note: codes.join('-') }] : [];
  });
}

const selectPointChoices = ({ lines }: { lines: readonly DetailLine[] }) => listPointChoices(lines);

export interface PointNode extends TreeNode {
  /** Code of this level only: one letter for a scope, three digits for a point. */
  readonly code: string;
  /** Number of questions of the point, or of all points of the scope. */
  readonly total: number;
  readonly children: PointNode[];
}

/** Builds the tree of a detail table with the number of questions of each point. Ids are full codes. */
export function buildPointTree(lines: readonly DetailLine[], counts: ReadonlyMap<string, number>): PointNode[] {
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

/** Builds the filter for the newest published table of each trade and level, of one profession or of all. */
export const createTableFilter = (profId: number | null) => ({ newest: true as const, ...(profId !== null && { professionId: profId }) });

/** Reads the points of the newest published edition for a trade and level. A trade without a table of its own has those of its profession. */
export function useDetailPoints({ profId, tradeId, level }: Place): readonly ComboboxChoice[] {
  const filter = { ...createTableFilter(profId), level: level ?? 5 };
  const tables = useWholeList('/detail/getList', { filter }, { enabled: profId !== null && level !== null }).data ?? [];
  const table = tables.find((each) => each.tradeId === tradeId) ?? tables.find((each) => each.tradeId === null);
  const points = useCall(
    '/detail/getById',
    { id: table?.id ?? 0 },
    { version: table?.version ?? 0, enabled: table !== undefined, select: selectPointChoices, staleTime: 60_000 },
  );
  return points.data ?? [];
}

/**
 * A node of a detail table (鉴定要素细目表): a scope, which is a group of points, or a single point. Its code is meaningful only together with profession
 * and level.
 */
export interface PointPlace {
  readonly profId: number;
  readonly level: ProfessionLevel;
  /** Code in the detail table of assessment points: "A-B" for a scope (a group of points), "A-B-C-001" for a single point. */
  readonly pointCode: string;
}

/** Reads and writes the filter in the URL as profession id, level and code: "12.4.A-B-C-001". */
export const pointFilter: FilterKind<PointPlace> = {
  read: (text) => {
    const [, profId, level, pointCode] = /^([1-9]\d{0,14})\.([1-5])\.([A-Z](?:-[A-Z]){0,2}(?:-\d{3})?)$/.exec(text) ?? [];
    const known = professionLevels.find((each) => String(each) === level);
    return pointCode === undefined || known === undefined ? undefined : { profId: Number(profId), level: known, pointCode };
  },
  write: ({ profId, level, pointCode }) => `${profId}.${level}.${pointCode}`,
};
