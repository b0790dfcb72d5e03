import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { RowOf } from './list-query.ts';

/** Result types of the queries that are no single call, by query name. Only one hook uses a name, so its result has one shape. */
interface LocalAnswers {
  /** Whether this PC is registered at a seat of a room: read from its own database. */
  readonly standsInRoom: boolean;
  /** All forms that a filter fits, read page after page. */
  readonly approvedFilings: readonly RowOf<'/enroll/getList' | '/declare/getList'>[];
}

/** Reads what no single call gives: this device's own data, or a list that is put together from many calls. Forgotten with its page. */
export const useLocal = <N extends keyof LocalAnswers>(
  name: N,
  input: unknown,
  read: () => Promise<LocalAnswers[N]>,
): UseQueryResult<LocalAnswers[N]> => useQuery({ queryKey: ['local', name, input], queryFn: read, gcTime: 0 });
