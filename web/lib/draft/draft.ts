import { openText, sealDraftText } from './draft-cipher.ts';
import { isOwnerLeaving, getDraftSealKey } from './draft-names.ts';
import { draftStorage } from './draft-cache.ts';

/** Unsaved values of a form, stored on this PC until the form is saved or discarded. */
export interface Draft<T> {
  readonly savedMs: number;
  /** Version of the row that the form was opened with. */
  readonly version?: number | undefined;
  readonly value: T;
  /** Values that the form began with. Fields that differ from them were typed. */
  readonly base?: T;
}

/** Names of fields whose values no draft contains, whichever form it belongs to. */
const secretField = /id_?number|password|passwd|_pwd$|secret/i;

/** Reads a draft. Returns null if there is none or if it was encrypted with another person's key. */
export function readDraft<T>(name: string): Draft<T> | null {
  const text = draftStorage.get(name);
  if (text === null) return null;
  try {
    const opened = openText(getDraftSealKey(), text);
    return opened === null ? null : (JSON.parse(opened) as Draft<T>);
  } catch {
    return null;
  }
}

const serialiseWithoutSecrets = (value: unknown): string =>
  JSON.stringify(value, (key, each: unknown) => (secretField.test(key) ? undefined : each));

/** Writes a draft, encrypted with the session's draft key. Returns false if the disk is full; then leaving the page needs a confirmation. */
export function writeDraft<T>(name: string, draft: Draft<T>): boolean {
  if (isOwnerLeaving(name)) return false;
  try {
    draftStorage.set(name, sealDraftText(getDraftSealKey(), serialiseWithoutSecrets(draft)));
    return true;
  } catch {
    return false;
  }
}

export const dropDraft = (name: string): void => draftStorage.remove(name);

/**
 * Settles the draft of a form that was left before its save was answered. If the draft equals the saved values `sent`, it is removed. Otherwise it
 * contains newer input, and `since` turns it into a draft that is based on the saved row.
 */
export function settleDraft<T>(
  name: string,
  sent: T,
  since: (draft: Draft<T>) => Draft<T>,
  same: (draft: T, sent: T) => boolean = isSameJson,
): void {
  const draft = readDraft<T>(name);
  if (draft === null) return;
  if (same(draft.value, JSON.parse(serialiseWithoutSecrets(sent)) as T)) dropDraft(name);
  else writeDraft(name, since(draft));
}

/** Calls `listener` when another tab writes (true) or removes (false) the draft. Returns a function that removes the listener. */
export function onDraftElsewhere(name: string, listener: (written: boolean) => void): () => void {
  const handleStorage = ({ key, newValue }: StorageEvent) => {
    if (draftStorage.isKey(key, name)) listener(newValue !== null);
  };
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}

const serialiseSorted = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** Tells whether two values are equal as JSON. The order of fields and undefined fields make no difference. */
export const isSameJson = (a: unknown, b: unknown): boolean => serialiseSorted(a) === serialiseSorted(b);

/** Merges typed values over the current row, field by field. Without `base` every typed field wins; else the fields that differ from it. */
export function mergeTypedValues<T extends object>(now: T, typed: T, base: T | undefined): T {
  const own = Object.entries(typed).filter(([field, value]) => base === undefined || !isSameJson(value, base[field as keyof T]));
  return { ...now, ...Object.fromEntries(own) };
}
