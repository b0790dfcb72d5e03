import { useMutation, type MutateOptions, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { useMemo } from 'react';

interface ActionOptions<A, I> extends UseMutationOptions<A, Error, I> {
  /** Makes a repeated press start a second run instead of joining the first. Use it for reading only, never for a change. */
  readonly startsAnew?: true;
}

/** An action and its state: `mutate` starts it, `isPending` makes its button busy, `error` says why it failed. */
export type Action<A, I = void> = UseMutationResult<A, Error, I>;

const isData = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** Compares plain data by content, and files, maps and functions by identity. */
function isSameInput(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isData(a) || !isData(b)) return false;
  const entries = Object.entries(a);
  const others: Readonly<Record<string, unknown>> = { ...b };
  return entries.length === Object.keys(b).length && entries.every(([key, value]) => key in b && isSameInput(value, others[key]));
}

/**
 * Runs what a button does. The action is busy until the server has replied and its handlers have run; a press that repeats it meanwhile
 * does nothing. After a lost reply the next press sends the same idempotency key (decision 023), so the server does it once.
 * `A` is the type of the reply; `I` is that of the input, which tells one press from another.
 *
 *     const remove = useAction({ mutationFn: (id: number) => call('/class/remove', { id, version }), onSettled });
 *     <Button busy={remove.isPending} onClick={() => remove.mutate(row.id)}>…</Button>
 */
export function useAction<A = unknown, I = void>({ startsAnew, ...options }: ActionOptions<A, I>): Action<A, I> {
  const mutation = useMutation(options);
  const { mutateAsync, reset } = mutation;
  const starts = useMemo(() => {
    const running = new Map<Promise<A>, I>();
    const start = (input: I, handlers?: MutateOptions<A, Error, I>): Promise<A> => {
      if (startsAnew === undefined) for (const [answer, other] of running) if (isSameInput(input, other)) return answer;
      const answer = (mutateAsync as (input: I, handlers?: MutateOptions<A, Error, I>) => Promise<A>)(input, handlers);
      running.set(answer, input);
      const end = () => running.delete(answer);
      answer.then(end, end);
      return answer;
    };
    return {
      mutateAsync: start as Action<A, I>['mutateAsync'],
      mutate: ((input: I, handlers?: MutateOptions<A, Error, I>) => {
        start(input, handlers).catch(() => undefined);
      }) as Action<A, I>['mutate'],
      /** Clears the last run's error and reply. A call that is still running continues, but the next press makes a new call instead of joining it. */
      reset: () => {
        running.clear();
        reset();
      },
    };
  }, [mutateAsync, reset, startsAnew]);
  return { ...mutation, ...starts };
}
