import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { ComboboxChoice, ComboboxChoices } from '../../ui/primitives/combobox.tsx';
import type { ListPageResult } from '../../ui/list/list-pages.ts';
import type { CallOfPath, CallPath } from './call-path.ts';
import { makeCall } from './call.ts';
import type { ListPath, ListRow } from './list-query.ts';
import { useLocalQuery } from './local-query.ts';

/** Source of a picker's options. The server searches, so the picker never needs the whole list. */
export interface OptionSource {
  /** The list call and its filter. Two sources with the same name return the same options. */
  readonly name: string;
  readonly search: (text: string, signal: AbortSignal) => Promise<ComboboxChoices>;
  /** Reads the names of chosen options, at any position in the list. Leaves out deleted options. */
  readonly read: (ids: readonly number[]) => Promise<readonly ComboboxChoice[]>;
}

type ByIdPath = Extract<CallPath, `/${string}/getById`>;
type ByIdsPath = '/user/getListByIds';
/** Row type of the call that reads chosen options. */
type ChosenRow<Q extends ByIdPath | ByIdsPath> =
  CallOutput<CallOfPath<Q>> extends { readonly items: readonly (infer R)[] } ? R : CallOutput<CallOfPath<Q>>;

interface Reading<P extends ListPath, Q extends ByIdPath | ByIdsPath> {
  readonly filter?: NonNullable<CallInput<CallOfPath<P>> extends { filter?: infer F } ? F : never>;
  readonly sort?: string;
  /** The call that reads chosen options: one by one by id, or all by their ids. */
  readonly chosen: Q;
  readonly optionOf: (row: ListRow<P> | ChosenRow<Q>) => ComboboxChoice;
}

const shown = 20;
const mostIds = 500;

/** Reads rows one by one. Leaves out rows that are deleted or that the user may not read. */
export async function readRowsById<Q extends ByIdPath>(path: Q, ids: readonly number[]): Promise<CallOutput<CallOfPath<Q>>[]> {
  const rows = await Promise.allSettled(ids.map((id) => makeCall(path, { id } as CallInput<CallOfPath<Q>>, { quiet: true })));
  return rows.flatMap((row) => (row.status === 'fulfilled' ? [row.value] : []));
}

/** Makes a picker's source from a list call whose filter has a keyword. */
export const createOptionSource = <P extends ListPath, Q extends ByIdPath | ByIdsPath>(
  path: P,
  { filter, sort, chosen, optionOf }: Reading<P, Q>,
): OptionSource => ({
  name: JSON.stringify([path, filter]),
  search: async (keyword, signal) => {
    const input = { pageSize: shown, sort, filter: { ...filter, ...(keyword !== '' && { keyword }) } };
    const { items, total, isMore } = (await makeCall(path, input as CallInput<CallOfPath<P>>, { signal, quiet: true })) as ListPageResult<
      ListRow<P>
    >;
    return { choices: items.map(optionOf), total, isMore };
  },
  read: async (ids) => {
    const rows =
      chosen === '/user/getListByIds'
        ? (await makeCall('/user/getListByIds', { ids: ids.slice(0, mostIds) }, { quiet: true })).items
        : await readRowsById(chosen, ids);
    return (rows as readonly unknown[] as readonly ChosenRow<Q>[]).map(optionOf);
  },
});

/** The names of chosen options by id: undefined until they are read, null for an option that is gone. */
export function useOptionLabels(source: OptionSource, ids: readonly number[], known: ReadonlyMap<string, ComboboxChoice>) {
  const missing = ids.filter((id) => id > 0 && !known.has(String(id))).toSorted((a, b) => a - b);
  const found = useLocalQuery('optionLabels', [source.name, missing], async () => (missing.length === 0 ? [] : source.read(missing)), {
    keepsPrevious: true,
  });
  return (id: number): ComboboxChoice | null | undefined =>
    known.get(String(id)) ??
    found.data?.find((one) => one.value === String(id)) ??
    (found.data === undefined || found.isPlaceholderData ? undefined : null);
}
