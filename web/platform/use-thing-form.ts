import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues } from 'react-hook-form';
import { problemText } from '../ui/form-problems.ts';
import { toast } from '../ui/toast.ts';
import { listsOf } from './thing-desk.ts';
import type { Key, ThingDesk } from './thing-desk.ts';
import { type SavedForm, useSavedForm } from './use-saved-form.ts';

/** Manages the form of a resource: validation, reading and saving follow its declaration. */
export const useThingForm = <D extends FieldValues, R extends Key>(
  desk: ThingDesk<D, R>,
  saved: R | null,
  { savedText, onSaved }: { readonly savedText: string; readonly onSaved: (saved: Key) => void },
): SavedForm<D> =>
  useSavedForm<D>(saved, {
    name: desk.thing.name,
    initial: saved === null ? desk.blank : desk.draftOf(saved),
    resolver: zodResolver(desk.schema, { error: problemText }),
    calls: desk,
    newest: async (id) => {
      const row = await desk.newest(id);
      return { value: desk.draftOf(row), version: row.version };
    },
    lists: listsOf(desk.thing),
    onSaved: (key) => {
      toast.success(savedText);
      onSaved(key);
    },
  });
