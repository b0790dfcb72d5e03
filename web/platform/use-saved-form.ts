import { useRef } from 'react';
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm, type UseFormReturn } from 'react-hook-form';
import { isSame } from '../lib/draft.ts';
import { type FormDraft, useDraft } from '../ui/use-draft.ts';
import { type CallPrefix, useInvalidate } from './call-query.ts';
import { CallFailure } from './call.ts';
import type { Key } from './thing-desk.ts';
import { type SaveCalls, useSave } from './use-save.ts';

export interface SavedForm<V extends FieldValues, D = V> {
  readonly form: UseFormReturn<V, unknown, D>;
  readonly draft: FormDraft<V>;
  readonly busy: boolean;
  readonly error: Error | null;
  /** Forgets the refusal. */
  readonly reset: () => void;
  readonly send: () => void;
  readonly discard: () => void;
  /** What is changed as it stands now, for who was told of somebody else's change. */
  readonly newest: () => Promise<{ readonly value: V; readonly version: number }>;
}

interface Desk<V extends FieldValues, D, A extends Key> {
  /** Names the draft: the kind of thing, and for new ones what else sets them apart. */
  readonly name: string;
  readonly newName?: string;
  readonly initial: V;
  readonly resolver: Resolver<V, unknown, D>;
  readonly calls: SaveCalls<D, A>;
  readonly newest: (id: number) => Promise<{ readonly value: V; readonly version: number }>;
  /** The calls whose answers are stale after a save. */
  readonly lists: CallPrefix | readonly CallPrefix[];
  readonly onSaved: (answer: A, sent: D) => unknown;
  /** The form's name of what the call names otherwise. */
  readonly fieldOf?: Readonly<Record<string, Path<V>>>;
  /** Fields that are never written to the disk. After a reload the user types them again. */
  readonly secret?: readonly (keyof V & keyof D)[];
  /** The form stays when it is saved: it goes on from what was sent, with what was typed meanwhile. */
  readonly goesOn?: (sent: D) => V;
}

/**
 * A form over something that is there (`saved`), or over something new (null): what is typed is a draft on this PC with the version it began with, it is
 * checked before it is sent, saved once (`useSave`), its faults stand beside their fields, and whatever lists it is asked for anew.
 */
export function useSavedForm<V extends FieldValues, D = V, A extends Key = Key>(saved: Key | null, desk: Desk<V, D, A>): SavedForm<V, D> {
  const { initial, resolver, calls, lists, onSaved, goesOn, fieldOf = {}, secret = [] } = desk;
  const typed = useRef<V>(initial);
  const invalidate = useInvalidate();
  const name = `${desk.name}.${saved?.id ?? desk.newName ?? 'new'}`;
  // Of a type that isn't known yet TypeScript doesn't see that it is a default of itself.
  const form = useForm<V, unknown, D>({ defaultValues: initial as DefaultValues<V>, resolver });
  const draft = useDraft(name, form, initial, secret, saved?.version);
  const save = useSave(
    name,
    calls,
    {
      onSuccess: async (answer, { value }) => {
        if (goesOn === undefined) draft.done();
        else draft.goOn(goesOn(value), answer.version, !isSame(form.getValues(), typed.current));
        await onSaved(answer, value);
      },
      onError: (failure) => {
        if (!(failure instanceof CallFailure)) return;
        for (const [at, fault] of failure.fields.entries()) {
          const [head = '', ...rest] = fault.path.split('.');
          // A row within the form (`trades.1.name`) has fields of its own; an entry of a list (`teacherIds.1`) has not.
          const isEntry = rest.length === 1 && /^\d+$/.test(rest[0] ?? '');
          const path = isEntry ? head : fault.path;
          form.setError(fieldOf[path] ?? (path as Path<V>), { type: 'server', message: fault.message }, { shouldFocus: at === 0 });
        }
      },
      onSettled: () => invalidate(...[lists].flat()),
    },
    secret,
  );
  return {
    form,
    draft,
    busy: save.isPending,
    error: save.error,
    reset: save.reset,
    send: () =>
      void form.handleSubmit((value) => {
        typed.current = structuredClone(form.getValues());
        save.mutate({ value, at: saved === null ? null : { id: saved.id, version: draft.version ?? saved.version } });
      })(),
    discard: () => {
      save.forget();
      draft.discard();
    },
    newest: () => desk.newest(saved?.id ?? 0),
  };
}
