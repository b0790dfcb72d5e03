import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues } from 'react-hook-form';
import { formatSchemaProblem } from '../../ui/form/form-problems.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { getResourcePrefix, type RowVersionKey, type ResourceCalls } from './create-resource-calls.ts';
import { type SavedForm, useSavedForm } from './use-saved-form.ts';

/** Manages the form of a resource: validation, reading and saving follow its declaration. */
export const useResourceForm = <D extends FieldValues, R extends RowVersionKey>(
  calls: ResourceCalls<D, R>,
  saved: R | null,
  { savedText, onSaved }: { readonly savedText: string; readonly onSaved: (saved: RowVersionKey) => void },
): SavedForm<D> =>
  useSavedForm<D>(saved, {
    name: calls.resource.name,
    initial: saved === null ? calls.blank : calls.draftOf(saved),
    resolver: zodResolver(calls.schema, { error: formatSchemaProblem }),
    calls,
    newest: async (id) => {
      const row = await calls.newest(id);
      return { value: calls.draftOf(row), version: row.version };
    },
    lists: getResourcePrefix(calls.resource),
    onSaved: (key) => {
      toast.success(savedText);
      onSaved(key);
    },
  });
