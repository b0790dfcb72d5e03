import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { MachinePlace } from './room-machine.ts';
import type { RowOf } from './list-query.ts';

/** The shape of each local query by its name. One hook uses a name. */
interface LocalAnswers {
  /** Where this PC is registered as one of a room, read from its own database; null: nowhere. */
  readonly machinePlace: MachinePlace | null;
  /** All forms that a filter fits, read page after page. */
  readonly approvedFilings: readonly RowOf<'/enroll/getList' | '/declare/getList'>[];
}

/** Reads this device's own data, or a list that takes many calls. The cache forgets it when its page closes. */
export const useLocal = <N extends keyof LocalAnswers>(
  name: N,
  input: unknown,
  read: () => Promise<LocalAnswers[N]>,
): UseQueryResult<LocalAnswers[N]> => useQuery({ queryKey: ['local', name, input], queryFn: read, gcTime: 0 });
