import { useLiveQuery } from 'dexie-react-hooks';

/**
 * Runs a query on the device database, and again after every change by any tab. Undefined before the first result. Use it only for lists and
 * notices: it may see writes that are not durable yet, so it must not drive a save indicator (SY3).
 */
export function useDeviceQuery<T>(query: () => Promise<T>, of: readonly unknown[]): T | undefined {
  return useLiveQuery(query, [...of]);
}
