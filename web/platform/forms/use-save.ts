import { useContext, useMemo, useState } from 'react';
import { dropDraft, isSameJson, readDraft, writeDraft } from '../../lib/draft/draft.ts';
import { MemoryOwnerContext } from '../../ui/memory-owner-context.ts';
import { isFinalRefusal, type CallOptions } from '../api/call.ts';
import { useAction } from '../../ui/use-action.ts';
import { useLatest } from '../../ui/use-latest.ts';
import type { RowVersionKey } from '../../../sync/contract/scalars.ts';

/** A request without an answer; the server may have executed it. */
interface UnansweredRequest<D> {
  readonly requestKey: string;
  readonly value: D;
  /** The row to change; null for a new one. */
  readonly at: RowVersionKey | null;
}
interface SaveState<D> {
  readonly unanswered: UnansweredRequest<D> | null;
  /** Row and version that the last answered save created, while the form stays open; null if there is none. */
  readonly stands: RowVersionKey | null;
}
export interface SaveCalls<D, A extends RowVersionKey = RowVersionKey> {
  readonly add: (draft: D, options: CallOptions) => Promise<A>;
  /** Call that changes a row; null for rows that nobody can change after they are added. */
  readonly modify: ((draft: D & RowVersionKey, options: CallOptions) => Promise<A>) | null;
}
/** Makes the calls of a form that never adds a row. */
export const createChangeOnlyCalls = <D, A extends RowVersionKey>(modify: NonNullable<SaveCalls<D, A>['modify']>): SaveCalls<D, A> => ({
  add: () => Promise.reject(new Error('the row exists already')),
  modify,
});

interface SaveOptions<D> {
  /** True if the form stays open after a save; the saved row is then remembered until `forget`. */
  readonly staysOpen?: boolean;
  /** Fields that are never written to the disk. */
  readonly secret?: readonly (keyof D)[];
}

const chooseNewest = (...keys: readonly (RowVersionKey | null)[]): RowVersionKey | null =>
  keys.reduce((best, key) => (key !== null && key.version > (best?.version ?? -1) ? key : best), null);

/**
 * Saves a form's value exactly once, despite lost answers and page reloads. The request is stored on this PC with its idempotency key until it is
 * answered, sealed like a draft. The next save first repeats an unanswered request, and the server executes it or returns its first answer. A
 * newer value is then saved as a change of the same row. If a row cannot be changed, the newer value is added alone: the older one may be wrong.
 * `staysOpen`: the form stays open after a save, so the saved row is remembered until `forget`.
 */
export function createUnansweredSaves<D, A extends RowVersionKey = RowVersionKey>(
  place: string,
  calls: SaveCalls<D, A>,
  { staysOpen = false, secret = [] }: SaveOptions<D> = {},
) {
  /** Unanswered request and saved row in memory, if the disk was too full to store them. */
  let unsaved: SaveState<D> | null = null;
  /** The last request as it was sent, including its secret fields, which are never written to the disk. */
  let sentHere: UnansweredRequest<D> | null = null;
  const hide = (value: D): D =>
    secret.length === 0 ? value : { ...value, ...Object.fromEntries(secret.map((field) => [field, undefined])) };
  const read = (): SaveState<D> | null => {
    const sent = unsaved ?? readDraft<SaveState<D>>(place)?.value ?? null;
    return sent !== null && sentHere !== null && sent.unanswered?.requestKey === sentHere.requestKey
      ? { ...sent, unanswered: sentHere }
      : sent;
  };
  const write = (sent: SaveState<D>): void => {
    unsaved = null;
    if (sent.unanswered === null && sent.stands === null) dropDraft(place);
    else {
      const { unanswered, stands } = sent;
      const written = { stands, unanswered: unanswered && { ...unanswered, value: hide(unanswered.value) } };
      if (!writeDraft(place, { savedMs: Date.now(), value: written })) unsaved = sent;
    }
  };
  const send = async (wish: UnansweredRequest<D>): Promise<A> => {
    sentHere = wish;
    write({ unanswered: wish, stands: read()?.stands ?? null });
    /** Removes this request from the state, unless a concurrent send has replaced it by its own request. */
    const clearUnanswered = (stands: RowVersionKey | null): void => {
      const now = read();
      if (now?.unanswered?.requestKey === wish.requestKey)
        write({ unanswered: null, stands: staysOpen ? chooseNewest(now.stands, stands) : null });
    };
    try {
      const options = { requestKey: wish.requestKey };
      const done =
        wish.at === null || calls.modify === null
          ? await calls.add(wish.value, options)
          : await calls.modify({ ...wish.value, ...wish.at }, options);
      clearUnanswered({ id: done.id, version: done.version });
      return done;
    } catch (failure) {
      if (isFinalRefusal(failure)) clearUnanswered(null);
      throw failure;
    }
  };
  return {
    async save(value: D, at: RowVersionKey | null): Promise<A> {
      const before = read()?.unanswered ?? null;
      // After a reload the secret fields must be typed again, so the old request cannot be sent without the new input.
      const isWhole = secret.length === 0 || before === null || before === sentHere;
      if (before !== null && isSameJson(isWhole ? before.value : hide(before.value), isWhole ? value : hide(value)))
        return send(isWhole ? before : { ...before, value });
      const settled =
        calls.modify !== null &&
        isWhole &&
        before &&
        (await send(before).catch((failure: unknown) => {
          // The server refused the earlier request, so it was not executed. The new value is saved independently.
          if (isFinalRefusal(failure)) return null;
          throw failure;
        }));
      return send({ requestKey: crypto.randomUUID(), value, at: chooseNewest(at, settled || null, read()?.stands ?? null) });
    },
    /** True if no request and no saved row is remembered. */
    isBlank: (): boolean => read() === null,
    /** Returns true if one of the saves of this form created this version of the row, or may have created it. */
    explains: (version: number): boolean => {
      const sent = read();
      return sent !== null && (sent.unanswered !== null || (sent.stands?.version ?? 0) >= version);
    },
    forget: () => write({ unanswered: null, stands: null }),
  };
}

interface SaveCallbacks<D, A> {
  readonly onSuccess: (answer: A, sent: { readonly value: D }) => unknown;
  readonly onError: (failure: Error) => void;
  readonly onSettled: () => Promise<unknown>;
}

/** Saves a form's value as `createUnansweredSaves` does. The `handlers` run even if the form was closed meanwhile. */
export function useUnansweredSave<D, A extends RowVersionKey>(
  name: string,
  calls: SaveCalls<D, A>,
  handlers: SaveCallbacks<D, A>,
  secret: readonly (keyof D)[] = [],
) {
  const place = `${useContext(MemoryOwnerContext)}.${name}.unanswered`;
  const [hidden] = useState(secret);
  const latestCalls = useLatest(calls);
  const saves = useMemo(
    () =>
      createUnansweredSaves<D, A>(
        place,
        {
          add: (draft, options) => latestCalls.current.add(draft, options),
          get modify() {
            return latestCalls.current.modify;
          },
        },
        { secret: hidden },
      ),
    [place, hidden, latestCalls],
  );
  const { mutate, isPending, error, reset } = useAction({
    ...handlers,
    mutationFn: ({ value, at }: { readonly value: D; readonly at: RowVersionKey | null }) => saves.save(value, at),
  });
  return { mutate, isPending, error, reset, forget: saves.forget };
}
