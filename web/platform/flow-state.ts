import { atom, type createStore, type WritableAtom } from 'jotai';
import { isNumber, isRecord, isText, objectOf, readJson, type ShapeOf } from '../lib/shape.ts';
import { flowTable } from './flow-table.ts';

export type FlowKey = keyof typeof flowTable;
export type Flow<K extends FlowKey> = ShapeOf<(typeof flowTable)[K]['shape']>;
export type FlowAtoms = { readonly [K in FlowKey]: WritableAtom<Flow<K>, [Flow<K>], void> };

interface FlowSurroundings {
  readonly store: ReturnType<typeof createStore>;
  readonly channel: BroadcastChannel;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Whose state it is; null: nobody is signed in. */
  readonly userId: () => number | null;
}

const storageKey = 'wenkao.flow';
const isKept = objectOf({ userId: isNumber, state: isRecord });
const isNote = objectOf({ userId: isNumber, key: isText });
const keys = Object.keys(flowTable) as FlowKey[];
const isFlowKey = (key: string): key is FlowKey => Object.hasOwn(flowTable, key);

export interface FlowState {
  readonly atoms: FlowAtoms;
  /** Into session storage, as the page goes. */
  save(): void;
  /** Back from there, each state by itself: what doesn't look as the table says begins anew. */
  restore(): void;
  /** Signed out, or somebody else: nothing of it stays. */
  clear(): void;
  close(): void;
}

/** The flow states as atoms: kept over a reload, and the same in all tabs of one person. */
export function createFlowState({ store, channel, storage, userId }: FlowSurroundings): FlowState {
  const values = Object.fromEntries(keys.map((key) => [key, atom<unknown>(flowTable[key].initial)]));
  const put = (key: FlowKey, value: unknown): void => {
    const inner = values[key];
    if (inner !== undefined && flowTable[key].shape(value)) store.set(inner, value);
  };
  const atoms = Object.fromEntries(
    keys.map((key) => [
      key,
      atom(
        (get) => get(values[key] as NonNullable<(typeof values)[string]>),
        (_get, _set, value: unknown) => {
          put(key, value);
          const owner = userId();
          if (owner !== null && flowTable[key].reach === 'user') channel.postMessage({ userId: owner, key, value });
        },
      ),
    ]),
  ) as unknown as FlowAtoms;
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isNote(data) || data.userId !== userId() || !isFlowKey(data.key) || flowTable[data.key].reach !== 'user') return;
    put(data.key, (data as { value?: unknown }).value);
  });
  return {
    atoms,
    save() {
      const owner = userId();
      if (owner === null) return storage.removeItem(storageKey);
      const state = Object.fromEntries(
        keys.filter((key) => flowTable[key].reach !== 'memory').map((key) => [key, store.get(atoms[key] as FlowAtoms['app'])]),
      );
      try {
        storage.setItem(storageKey, JSON.stringify({ userId: owner, state }));
      } catch {
        // No room: the flow begins anew after the reload; what was typed has drafts of its own.
      }
    },
    restore() {
      const kept = readJson(storage.getItem(storageKey), isKept);
      storage.removeItem(storageKey);
      if (kept === null || kept.userId !== userId()) return;
      for (const key of keys) if (flowTable[key].reach !== 'memory') put(key, kept.state[key]);
    },
    clear() {
      for (const key of keys) put(key, flowTable[key].initial);
      storage.removeItem(storageKey);
    },
    close: () => channel.close(),
  };
}
