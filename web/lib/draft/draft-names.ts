import { draftStorage } from './draft-cache.ts';
import { encodeBase64 } from '../base64.ts';

/** Login of the person who is signing out; their drafts are no longer written. */
let leaving: string | null = null;
export const isOwnerLeaving = (name: string): boolean => leaving !== null && name.startsWith(`${leaving}.`);

const listDraftNames = (owner: string): string[] => draftStorage.names().filter((name) => name.startsWith(`${owner}.`));

/** Suffix of the entry that stores a call which was sent but not answered yet. The rest of its name is the name of the draft that was sent. */
const unanswered = '.unanswered';
/** Counts the drafts of a person on this PC. */
export const countDrafts = (owner: string): number => listDraftNames(owner).filter((name) => !name.endsWith(unanswered)).length;

/** Removes all drafts of a person who signs out. Forms that close from now on write none. */
export async function dropDraftsOf(owner: string): Promise<void> {
  leaving = owner;
  for (const name of listDraftNames(owner)) draftStorage.remove(name);
  await draftStorage.waitUntilFlushed();
}

/**
 * Entry of `sessionStorage` with the key that encrypts drafts. `lastKey` stays after the session, because a form may close later and still write its
 * draft.
 */
const sealName = 'wenkao.draft-key';
let lastKey: string | null = null;

export function storeDraftKey(key: string | null): void {
  if (key === null) sessionStorage.removeItem(sealName);
  else sessionStorage.setItem(sealName, key);
  lastKey = key ?? lastKey;
}

/**
 * Returns the key that encrypts this session's drafts. Without a session it makes one for this tab: drafts survive a reload, and no other person can
 * read them.
 */
export function getDraftSealKey(): string {
  lastKey = sessionStorage.getItem(sealName) ?? lastKey;
  if (lastKey !== null) return lastKey;
  const own = encodeBase64(crypto.getRandomValues(new Uint8Array(32)));
  storeDraftKey(own);
  return own;
}
