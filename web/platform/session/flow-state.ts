import { atom, type createStore, type WritableAtom } from 'jotai';
import {
  isNumber,
  isRecord,
  isText,
  objectShape,
  readJson,
  type ShapeOf,
  isBoolean,
  listShape,
  oneOfShape,
  nullableShape,
  type ShapeGuard,
} from '../../lib/shape.ts';

interface FlowRow<T> {
  readonly initial: T;
  readonly shape: ShapeGuard<T>;
  /** `user`: survives a reload and is shared by all tabs of the user. `tab`: survives a reload, in this tab only. `memory`: never stored. */
  readonly reach: 'user' | 'tab' | 'memory';
}
const defineRow = <T>(shape: ShapeGuard<T>, initial: NoInfer<T>, reach: FlowRow<T>['reach'] = 'user'): FlowRow<T> => ({
  shape,
  initial,
  reach,
});

const rows = listShape(isRecord);
const form = nullableShape(isRecord);
const code = nullableShape(isNumber);
const nothing = { id: null, status: null };

/**
 * Every flow state of the client (spec section 3) with its initial value. A flow state holds what several pages of a task share, such as the chosen
 * exam.
 */
export const flowTable = {
  exam: defineRow(
    objectShape({
      id: code,
      status: code,
      form,
      sections: rows,
      plan: objectShape({ rooms: rows, invigilators: rows, markers: rows, examUsers: rows, students: rows, seats: isNumber }),
      examUser: form,
      examCategory: form,
      examForm: form,
      sectionForm: form,
      questionForm: form,
      paperFormSaved: isBoolean,
    }),
    {
      ...nothing,
      form: null,
      sections: [],
      plan: { rooms: [], invigilators: [], markers: [], examUsers: [], students: [], seats: 0 },
      examUser: null,
      examCategory: null,
      examForm: null,
      sectionForm: null,
      questionForm: null,
      paperFormSaved: true,
    },
  ),
  // Only in memory: browsers write session storage to disk, and answers must not be stored unsealed (decision 004).
  answers: defineRow(isRecord, {}, 'memory'),
  paper: defineRow(objectShape({ id: code, status: code }), nothing),
  declaration: defineRow(objectShape({ id: code, status: code, form }), { ...nothing, form: null }),
  homework: defineRow(objectShape({ id: code, status: code, isPaper: isBoolean }), { ...nothing, isPaper: false }),
  course: defineRow(objectShape({ id: code, status: code }), nothing),
  info: defineRow(objectShape({ id: code, status: code }), nothing),
  /** `configUpdatedMs`: time at which the user's own school was changed; pages that show school data then reload it. */
  school: defineRow(objectShape({ status: code, infoId: code, configUpdatedMs: isNumber }), {
    status: null,
    infoId: null,
    configUpdatedMs: 0,
  }),
  learn: defineRow(objectShape({ categoryId: code }), { categoryId: null }),
  /** `sidebar`: true if it is open; a cookie remembers that beyond the session. `mini`: show tables and forms in small size. */
  app: defineRow(objectShape({ sidebar: isBoolean, mini: isBoolean }), { sidebar: true, mini: false }),
  device: defineRow(oneOfShape(['desktop', 'mobile']), 'desktop', 'tab'),
  scrollbarClass: defineRow(isText, '', 'tab'),
} as const;

export type FlowKey = keyof typeof flowTable;
export type FlowValue<K extends FlowKey> = ShapeOf<(typeof flowTable)[K]['shape']>;
export type FlowAtoms = { readonly [K in FlowKey]: WritableAtom<FlowValue<K>, [FlowValue<K>], void> };

interface FlowSurroundings {
  readonly store: ReturnType<typeof createStore>;
  readonly channel: BroadcastChannel;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Id of the user who owns the state; null if no one is signed in. */
  readonly userId: () => number | null;
}

const storageKey = 'wenkao.flow';
const isKept = objectShape({ userId: isNumber, state: isRecord });
const isNote = objectShape({ userId: isNumber, key: isText });
const keys = Object.keys(flowTable) as FlowKey[];
const isFlowKey = (key: string): key is FlowKey => Object.hasOwn(flowTable, key);

export interface FlowState {
  readonly atoms: FlowAtoms;
  /** Writes the state to session storage when the page is left. */
  save(): void;
  /** Restores each state from session storage. A value that does not match its shape in the table gets its initial value. */
  restore(): void;
  /** Resets all states after signing out or a change of user. */
  clear(): void;
  close(): void;
}

/** Creates the flow states as atoms. They survive a reload and are shared by all tabs of one user. */
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
        // Session storage is full: the flow starts from its initial values after a reload. Form input has its own drafts.
      }
    },
    restore() {
      const storedState = readJson(storage.getItem(storageKey), isKept);
      storage.removeItem(storageKey);
      if (storedState === null || storedState.userId !== userId()) return;
      for (const key of keys) if (flowTable[key].reach !== 'memory') put(key, storedState.state[key]);
    },
    clear() {
      for (const key of keys) put(key, flowTable[key].initial);
      storage.removeItem(storageKey);
    },
    close: () => channel.close(),
  };
}
