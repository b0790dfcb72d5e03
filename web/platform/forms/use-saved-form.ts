import { useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm, type UseFormReturn } from 'react-hook-form';
import { isSameJson } from '../../lib/draft/draft.ts';
import type { FieldError } from '../../../sync/contract/errors.ts';
import { type FormDraft, useDraft } from '../../ui/form/use-draft.ts';
import { type CallPrefix, useInvalidate } from '../api/call-query.ts';
import { CallFailure } from '../api/call.ts';
import { type SaveCalls, useUnansweredSave } from './use-save.ts';
import type { RowVersionKey } from '../../../sync/contract/scalars.ts';

export interface SavedForm<V extends FieldValues, D = V> {
  readonly form: UseFormReturn<V, unknown, D>;
  readonly draft: FormDraft<V>;
  readonly busy: boolean;
  readonly error: Error | null;
  /** Clears the failure of the last save. */
  readonly reset: () => void;
  readonly send: () => void;
  readonly discard: () => void;
  /** Reads the current version of the row, for a user whose change met a conflict. */
  readonly newest: () => Promise<{ readonly value: V; readonly version: number }>;
}

interface DraftForm<V extends FieldValues, D> {
  readonly initial: V;
  readonly resolver?: Resolver<V, unknown, D>;
  /** Fields that are never written to the disk. After a reload the user types them again. */
  readonly secret?: readonly (keyof V & keyof D)[];
}

/**
 * Manages the input of a form and its draft on this PC, without a save. `version` is the version of the stored row. Use `useSavedForm`,
 * unless the form has a save of its own as the question form has.
 */
export function useDraftForm<V extends FieldValues, D = V>(
  name: string,
  version: number | undefined,
  { initial, resolver, secret = [] }: DraftForm<V, D>,
): Pick<SavedForm<V, D>, 'form' | 'draft'> {
  // The cast is needed: for a generic type, TypeScript does not see that a value is its own default.
  const form = useForm<V, unknown, D>({ defaultValues: initial as DefaultValues<V>, ...(resolver !== undefined && { resolver }) });
  return { form, draft: useDraft(name, form, initial, secret, version) };
}

interface SavedFormOptions<V extends FieldValues, D, A extends RowVersionKey> extends DraftForm<V, D> {
  /** `name`: kind of the row; part of the draft's name. `newName`: distinguishes the drafts of new rows of this kind. */
  readonly name: string;
  readonly newName?: string;
  /** Makes the new row and the stored row share one draft, because a user has only one row with this name. */
  readonly isOnlyRow?: true;
  readonly resolver: Resolver<V, unknown, D>;
  readonly calls: SaveCalls<D, A>;
  readonly newest: (id: number) => Promise<{ readonly value: V; readonly version: number }>;
  /** Calls whose answers are stale after a save. */
  readonly lists: CallPrefix | readonly CallPrefix[];
  readonly onSaved: (answer: A, sent: D) => unknown;
  /** Maps field names of the call to different field names of the form. */
  readonly fieldOf?: Readonly<Record<string, Path<V>>>;
  /** Shows refused fields in place of `form.setError`, for a form whose fields are defined by data. */
  readonly onRefused?: (fields: readonly FieldError[]) => void;
  /** Set if the form stays open after a save. Converts the sent value to a form value; text typed since the save was sent is not lost. */
  readonly toFormValue?: (sent: D) => V;
}

/**
 * Manages the form of a stored row (`saved`) or of a new one (null). Input is stored as a draft on this PC with the version it started from. It
 * is validated before sending and saved once (`useUnansweredSave`). Errors appear beside their fields, and stale lists are reloaded.
 */
export function useSavedForm<V extends FieldValues, D = V, A extends RowVersionKey = RowVersionKey>(
  saved: RowVersionKey | null,
  options: SavedFormOptions<V, D, A>,
): SavedForm<V, D> {
  const { calls, lists, onSaved, toFormValue, onRefused, fieldOf = {}, secret = [] } = options;
  const typed = useRef<V>(options.initial);
  // A save before the other user's version has been read would meet the same conflict again.
  const [isReadingNewest, setIsReadingNewest] = useState(false);
  const invalidate = useInvalidate();
  const name = options.isOnlyRow === true ? options.name : `${options.name}.${saved?.id ?? options.newName ?? 'new'}`;
  const { form, draft } = useDraftForm(name, saved?.version, options);
  const save = useUnansweredSave(
    name,
    calls,
    {
      onSuccess: async (answer, { value }) => {
        if (toFormValue === undefined) draft.finish(typed.current, saved === null ? undefined : answer.version);
        else draft.rebase(toFormValue(value), answer.version, !isSameJson(form.getValues(), typed.current));
        await onSaved(answer, value);
      },
      onError: (failure) => {
        if (!(failure instanceof CallFailure)) return;
        if (onRefused !== undefined) return onRefused(failure.fields);
        for (const [at, fault] of failure.fields.entries()) {
          const [head = '', ...rest] = fault.path.split('.');
          // A field within a row (`trades.1.name`) has an input of its own. An entry of a list (`teacherIds.1`) has none, so the whole list gets the
          // error.
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
    busy: save.isPending || isReadingNewest,
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
    newest: async () => {
      setIsReadingNewest(true);
      return options.newest(saved?.id ?? 0).finally(() => setIsReadingNewest(false));
    },
  };
}
