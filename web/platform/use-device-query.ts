import { useLiveQuery } from 'dexie-react-hooks';

/**
 * What this device's database says, and again whenever any of its tabs changes it; undefined before the first answer. For lists
 * and notices only: it may see writes before they are durable, so nothing that says "saved" is driven by it (SY3).
 */
export function useDeviceQuery<T>(query: () => Promise<T>, of: readonly unknown[]): T | undefined {
  return useLiveQuery(query, [...of]);
}
