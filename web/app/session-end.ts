import { atom } from 'jotai';
import { countDrafts, dropDraftsOf } from '../lib/draft/draft-names.ts';
import { toast } from '../ui/feedback/toast.ts';
import { makeCall, onCallFailure, type CallFailure } from '../platform/api/call.ts';
import { appStore, sessionEndedAtom, sessionUserAtom } from '../platform/session/session-atoms.ts';
import { appSession } from '../platform/session/app-session.ts';
import { readToken } from '../platform/api/token.ts';

/** Returns the sign-in page of a school. */
export const getSignInPath = (website: string | undefined): string =>
  website === undefined || website === '' ? '/login' : `/login/${website}`;

/** Number of unsaved drafts that signing out would delete, while the user is asked; null otherwise. */
export const signOutDraftCountAtom = atom<number | null>(null);

/** Signs out, or asks first if unsaved drafts would be deleted. */
export async function signOut(): Promise<void> {
  const user = appStore.get(sessionUserAtom);
  const drafts = user === null ? 0 : countDrafts(String(user.id));
  if (drafts > 0) appStore.set(signOutDraftCountAtom, drafts);
  else await signOutNow();
}

/** Signs out and opens the school's sign-in page. Without a network, the session ends on this PC all the same. */
export async function signOutNow(): Promise<void> {
  const user = appStore.get(sessionUserAtom);
  const website = user?.school_website;
  if (readToken() !== null) await makeCall('/user/logout', {}, { quiet: true, ownSession: true }).catch(() => undefined);
  if (user !== null) await dropDraftsOf(String(user.id));
  // Answers to exams are not deleted: they stay on this PC, encrypted.
  appSession.end();
  // Load a new document, so that no data of this user stays in memory.
  location.assign(getSignInPath(website));
}

/** Session and page on which the user chose to stay signed out. */
let stayedOn: string | null = null;
const getPageKey = (): string => `${readToken() ?? ''} ${location.pathname}`;

/**
 * Closes the dialog and stays on the page signed out. Background calls of this page do not reopen the dialog; actions of the user, or another page,
 * do.
 */
export function staySignedOut(): void {
  stayedOn = getPageKey();
  appStore.set(sessionEndedAtom, null);
}

function reportFailure(failure: CallFailure, quiet: boolean): void {
  if (!failure.sessionLost) return toast.error(failure.message);
  // Asks for a new sign-in only if there was a session to lose. A session that began without a network gets its token automatically.
  const asks = appStore.get(sessionUserAtom) !== null && !appSession.reconnecting();
  // A quiet call, such as a poll every half minute, must not report the lost session each time.
  if (quiet && (!asks || appStore.get(sessionEndedAtom) !== null || stayedOn === getPageKey())) return;
  if (failure.reaction === 'dialogAndToast') toast.error(failure.message);
  if (asks) appStore.set(sessionEndedAtom, { code: failure.code, message: failure.message });
}

/** Shows toasts and the dialog to sign in again for failed calls, by the table of error codes. Returns a function that stops this. */
export const showCallFailures = (): (() => void) => onCallFailure(reportFailure);
