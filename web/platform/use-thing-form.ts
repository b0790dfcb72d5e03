import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form';
import { problemText } from '../ui/form-problems.ts';
import { toast } from '../ui/toast.ts';
import { type FormDraft, useDraft } from '../ui/use-draft.ts';
import { CallFailure } from './call.ts';
import type { Key, ThingDesk } from './thing-desk.ts';
import { useSave } from './use-save.ts';

export interface ThingFormState<D extends FieldValues> {
  readonly form: UseFormReturn<D>;
  readonly draft: FormDraft<D>;
  readonly busy: boolean;
  readonly error: Error | null;
  /** Forgets the refusal. */
  readonly reset: () => void;
  readonly send: () => void;
  readonly discard: () => void;
  /** The thing as it stands now, for who was told of somebody else's change. */
  readonly newest: () => Promise<{ readonly value: D; readonly version: number }>;
}

/**
 * A form over one thing, or over a new one (`saved` null): what is typed is a draft on this PC with the version it began with, it is checked by the
 * declaration, saved once (`useSave`), its faults stand beside their fields, and whatever lists the thing is asked for anew.
 */
export function useThingForm<D extends FieldValues, R extends Key>(
  desk: ThingDesk<D, R>,
  saved: R | null,
  { savedText, onSaved }: { readonly savedText: string; readonly onSaved: () => void },
): ThingFormState<D> {
  const queries = useQueryClient();
  const name = `${desk.thing.name}.${saved?.id ?? 'new'}`;
  const initial = saved === null ? desk.blank : desk.draftOf(saved);
  // Of a type that isn't known yet TypeScript doesn't see that it is a default of itself.
  const form = useForm<D, unknown, D>({
    defaultValues: initial as DefaultValues<D>,
    resolver: zodResolver(desk.schema, { error: problemText }),
  });
  const draft = useDraft(name, form, initial, [], saved?.version);
  const save = useSave(name, desk, {
    onSuccess: () => {
      draft.done();
      toast.success(savedText);
      onSaved();
    },
    onError: (failure) => {
      if (!(failure instanceof CallFailure)) return;
      for (const [at, fault] of failure.fields.entries()) {
        const parts = fault.path.split('.');
        // A row within the form (`trades.1.name`) has fields of its own; an entry of a list (`teacherIds.1`) has not.
        const field = (parts.length > 2 ? fault.path : (parts[0] ?? desk.thing.title)) as Path<D>;
        form.setError(field, { type: 'server', message: fault.message }, { shouldFocus: at === 0 });
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [desk.thing.module ?? desk.thing.name] }),
  });
  return {
    form,
    draft,
    busy: save.isPending,
    error: save.error,
    reset: save.reset,
    send: () =>
      void form.handleSubmit((value) =>
        save.mutate({ value, at: saved === null ? null : { id: saved.id, version: draft.version ?? saved.version } }),
      )(),
    discard: () => {
      save.forget();
      draft.discard();
    },
    newest: async () => {
      const row = await desk.newest(saved?.id ?? 0);
      return { value: desk.draftOf(row), version: row.version };
    },
  };
}
