import { openText, sealText } from './draft-cipher.ts';
import { isLeaving, sealKey } from './draft-names.ts';
import { draftShelf } from './draft-cache.ts';

/** A form's unsaved text, kept on this PC until it is saved or thrown away. */
export interface Draft<T> {
  readonly savedMs: number;
  /** Of the thing it changes, as its writer saw it. */
  readonly version?: number | undefined;
  readonly value: T;
  /** What the form began with: what differs from it was typed, the rest was only there. */
  readonly base?: T;
}

/** Never written, whatever form has them: what lies on a disk can be read by others. */
const secretField = /id_?number|password|passwd|_pwd$|secret/i;

/** Null where there is none, or where it is sealed under another person's key. What an older build wrote for everybody to read is sealed now. */
export function readDraft<T>(name: string): Draft<T> | null {
  const text = draftShelf.get(name);
  if (text === null) return null;
  try {
    const draft = JSON.parse(openText(sealKey(), text) ?? text) as Draft<T>;
    if (text.startsWith('{')) writeDraft(name, draft);
    return draft;
  } catch {
    return null;
  }
}

const writtenAs = (value: unknown): string => JSON.stringify(value, (key, each: unknown) => (secretField.test(key) ? undefined : each));

/** Sealed: what lies on a disk can be read by others. False where the disk is full: then leaving the page must ask. */
export function writeDraft<T>(name: string, draft: Draft<T>): boolean {
  if (isLeaving(name)) return false;
  try {
    draftShelf.set(name, sealText(sealKey(), writtenAs(draft)));
    return true;
  } catch {
    return false;
  }
}

export const dropDraft = (name: string): void => draftShelf.remove(name);

/**
 * `sent` is saved, and the form that sent it was left meanwhile: no draft any more. What was written since, there or in the form that was opened
 * again, stays one, as `since` makes it.
 */
export function settleDraft<T>(
  name: string,
  sent: T,
  since: (draft: Draft<T>) => Draft<T>,
  same: (draft: T, sent: T) => boolean = isSame,
): void {
  const draft = readDraft<T>(name);
  if (draft === null) return;
  if (same(draft.value, JSON.parse(writtenAs(sent)) as T)) dropDraft(name);
  else writeDraft(name, since(draft));
}

/** Hears of the draft being written (true) or dropped (false) by another tab. */
export function onDraftElsewhere(name: string, listener: (written: boolean) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (draftShelf.isKey(key, name)) listener(newValue !== null);
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** Do two forms say the same? In whatever order their fields were set; what is undefined is not there. */
export const isSame = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);

/** A thing as it is now, with what somebody typed over an older state of it. Field by field: where both changed one, what was typed stands. */
export function typedOver<T extends object>(now: T, typed: T, base: T | undefined): T {
  const own = Object.entries(typed).filter(([field, value]) => base === undefined || !isSame(value, base[field as keyof T]));
  return { ...now, ...Object.fromEntries(own) };
}
