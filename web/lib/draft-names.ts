import { draftShelf } from './draft-cache.ts';

/** Whose drafts are not written any more: they are signing out. */
let leaving: string | null = null;
export const isLeaving = (name: string): boolean => leaving !== null && name.startsWith(`${leaving}.`);

const namesOf = (owner: string): string[] => draftShelf.names().filter((name) => name.startsWith(`${owner}.`));

/** What was sent and isn't answered lies beside the draft it was sent from. */
const unanswered = '.unanswered';
/** How many drafts of somebody lie on this PC. */
export const draftCount = (owner: string): number => namesOf(owner).filter((name) => !name.endsWith(unanswered)).length;

/** Somebody signs out: whoever sits here next finds nothing of theirs. Forms that close now write nothing more. */
export async function dropDraftsOf(owner: string): Promise<void> {
  leaving = owner;
  for (const name of namesOf(owner)) draftShelf.remove(name);
  await draftShelf.kept();
}

/** Beside the session's token, and gone with the tab as it is; a form that closes after the session did still writes its last letters. */
const sealName = 'wenkao.draft-key';
let lastKey: string | null = null;

export function keepDraftKey(key: string | null): void {
  if (key === null) sessionStorage.removeItem(sealName);
  else sessionStorage.setItem(sealName, key);
  lastKey = key ?? lastKey;
}

/** The key this session seals its drafts under. Where nobody has signed in, one of this tab: what is typed outlives a reload, and is noise to whoever comes after. */
export function sealKey(): string {
  lastKey = sessionStorage.getItem(sealName) ?? lastKey;
  if (lastKey !== null) return lastKey;
  const own = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
  keepDraftKey(own);
  return own;
}
