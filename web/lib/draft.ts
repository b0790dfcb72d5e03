/** A form's unsaved text, kept on this PC until it is saved or thrown away. */
export interface Draft<T> {
  readonly savedMs: number;
  readonly value: T;
}

const keyOf = (name: string): string => `wenkao.draft.${name}`;

export function readDraft<T>(name: string): Draft<T> | null {
  const text = localStorage.getItem(keyOf(name));
  if (text === null) return null;
  try {
    return JSON.parse(text) as Draft<T>;
  } catch {
    return null;
  }
}

/** False where the disk is full: then leaving the page must ask. */
export function writeDraft<T>(name: string, draft: Draft<T>): boolean {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export const dropDraft = (name: string): void => localStorage.removeItem(keyOf(name));

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** Do two forms say the same? In whatever order their fields were set; what is undefined is not there. */
export const isSame = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);
