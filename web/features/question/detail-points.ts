import { useQuery } from '@tanstack/react-query';
import { detailTableStatus, type ProfessionLevel } from '../../../sync/contract/codes.ts';
import type { DetailLine } from '../../../sync/contract/detail.ts';
import { call } from '../../platform/call.ts';
import type { ComboboxChoice } from '../../ui/combobox.tsx';

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
