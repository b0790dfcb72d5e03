import { useMutation } from '@tanstack/react-query';
import { useContext } from 'react';
import { errorByCode } from '../../sync/contract/errors.ts';
import { dropDraft, isSame, readDraft, writeDraft } from '../lib/draft.ts';
import { MemoryOwner } from '../ui/table-memory.ts';
import { CallFailure, type CallOptions } from './call.ts';
import type { Key } from './thing-desk.ts';

/** What was sent and has no answer yet: it may be done. */
interface Unanswered<D> {
  readonly requestKey: string;
  readonly value: D;
  /** Null: a new thing. */
  readonly at: Key | null;
}
export interface SaveCalls<D, A extends Key = Key> {
  readonly add: (draft: D, options: CallOptions) => Promise<A>;
  readonly modify: (draft: D & Key, options: CallOptions) => Promise<A>;
}

const isAnswer = (failure: unknown): boolean =>
  failure instanceof CallFailure && !failure.network && !failure.sessionLost && errorByCode.get(failure.code)?.retry !== true;

/**
 * Saves what a form says, once, whatever the network does and though the page is loaded anew. What was sent is remembered on this PC, sealed as drafts
 * are, with its request key until it is answered. Saved again, that is asked for first: the server does it or says that it was done, and what was
 * written since goes over it as a change of that very thing.
 */
export function unansweredSaves<D, A extends Key = Key>(place: string, calls: SaveCalls<D, A>) {
  const send = async (wish: Unanswered<D>): Promise<A> => {
    writeDraft(place, { savedMs: Date.now(), value: wish });
    try {
      const options = { requestKey: wish.requestKey };
      const done = wish.at === null ? await calls.add(wish.value, options) : await calls.modify({ ...wish.value, ...wish.at }, options);
      dropDraft(place);
      return done;
    } catch (failure) {
      if (isAnswer(failure)) dropDraft(place);
      throw failure;
    }
  };
  return {
    async save(value: D, at: Key | null): Promise<A> {
      const before = readDraft<Unanswered<D>>(place)?.value;
      if (before === undefined) return send({ requestKey: crypto.randomUUID(), value, at });
      if (isSame(before.value, value)) return send(before);
      const settled = await send(before).catch((failure: unknown) => {
        // Refused: it was not done, and what is asked for now stands by itself.
        if (isAnswer(failure)) return null;
        throw failure;
      });
      const now = settled !== null && settled.version > (at?.version ?? 0) ? settled : at;
      return send({ requestKey: crypto.randomUUID(), value, at: now });
    },
    forget: () => dropDraft(place),
  };
}

interface Heard<D, A> {
  readonly onSuccess: (answer: A, sent: { readonly value: D }) => unknown;
  readonly onError: (failure: Error) => void;
  readonly onSettled: () => Promise<unknown>;
}

/** `heard` is told though the form was left meanwhile. */
export function useSave<D, A extends Key>(name: string, calls: SaveCalls<D, A>, heard: Heard<D, A>) {
  const saves = unansweredSaves(`${useContext(MemoryOwner)}.${name}.unanswered`, calls);
  const { mutate, isPending, error, reset } = useMutation({
    ...heard,
    mutationFn: ({ value, at }: { readonly value: D; readonly at: Key | null }) => saves.save(value, at),
  });
  return { mutate, isPending, error, reset, forget: saves.forget };
}
