import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ComboboxChoice } from '../../ui/primitives/combobox.tsx';
import type { MachinePlace } from '../room/room-machine.ts';
import type { ListRow } from './list-query.ts';

/** Result type of each local query. Only one hook uses each name. */
interface LocalAnswers {
  /** Room and number at which this PC is registered, read from its own database; null if it is not. */
  readonly machinePlace: MachinePlace | null;
  /** Names of options that were chosen before. */
  readonly optionLabels: readonly ComboboxChoice[];
  /** Every row of a list, read page by page. */
  readonly wholeList: readonly unknown[];
  /** All forms that match a filter, read page by page. */
  readonly approvedFilings: readonly ListRow<'/enroll/getList' | '/declare/getList'>[];
}

/**
 * Reads this device's own data, or a list that takes many calls. The cache drops the result when its page closes. `keepsPrevious`: shows the
 * previous input's result until the new one is read.
 */
export const useLocalQuery = <N extends keyof LocalAnswers>(
  name: N,
  input: unknown,
  read: () => Promise<LocalAnswers[N]>,
  { keepsPrevious = false, ...options }: { readonly enabled?: boolean; readonly keepsPrevious?: boolean } = {},
): UseQueryResult<LocalAnswers[N]> =>
  useQuery({
    queryKey: ['local', name, input],
    queryFn: read,
    gcTime: 0,
    ...options,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
