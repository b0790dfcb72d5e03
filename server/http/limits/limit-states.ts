/** Declaration of a limit that stores a state for each key, such as the attempts of an account. */
export interface LimitSpec {
  /** Name of the limit. Limits that are opened under the same name share their states. */
  readonly name: string;
  /** Most states that one process stores. If there are more, it forgets the least recently used ones. */
  readonly maxStates: number;
  /** A state that was not replaced for this time (ms) means the same as none, and may be forgotten. */
  readonly keepMs: number;
}

/** States of one limit, each under a key such as an account or an address. A state is plain JSON. */
export interface LimitStates<S> {
  /**
   * Replaces the state of `key` by the first part of what `change` returns, and resolves with the second part. `change` gets undefined for
   * an unknown key and returns undefined for a state to be forgotten. It runs again if another server has replaced the state meanwhile.
   */
  update<R>(key: string, change: (before: S | undefined) => readonly [after: S | undefined, result: R]): Promise<R>;
}

/** Opens the states of a limit. All servers of a database share them (`shared-limits.ts`). */
export type OpenLimitStates = <S>(spec: LimitSpec) => LimitStates<S>;

/** Creates limits in the memory of this process, for a server that is the only one of its database. */
export function createLocalLimits(): OpenLimitStates {
  const statesByName = new Map<string, Map<string, unknown>>();
  return <S>({ name, maxStates }: LimitSpec): LimitStates<S> => {
    const states = (statesByName.get(name) ?? new Map()) as Map<string, S>;
    statesByName.set(name, states);
    return {
      async update(key, change) {
        const [after, result] = change(states.get(key));
        if (after === undefined) states.delete(key);
        else storeNewest(states, key, after, maxStates);
        return result;
      },
    };
  };
}

/**
 * Stores a value as the newest entry of a map, and drops the least recently stored entry beyond `limit`. A flood of invented keys cannot let the map
 * grow without bound. Entries in use stay, because they are stored again and again.
 */
export function storeNewest<V>(map: Map<string, V>, key: string, value: V, limit: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > limit) map.delete(map.keys().next().value as string);
}
