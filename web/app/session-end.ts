import { atom } from 'jotai';
import { draftCount, dropDraftsOf } from '../lib/draft-names.ts';
import { toast } from '../ui/toast.ts';
import { call, onCallFailure, type CallFailure } from '../platform/call.ts';
import { appStore, sessionEndedAtom, sessionUserAtom } from '../platform/session-atoms.ts';
import { session } from '../platform/app-session.ts';
import { readToken } from '../platform/token.ts';

/** The sign-in page of one's school. */
export const signInPath = (website: string | undefined): string =>
  website === undefined || website === '' ? '/login' : `/login/${website}`;

/** Forgets who was signed in; answers on this PC stay, sealed. */
export function forgetSession(): void {
  session.end();
}

/** So many unsaved drafts go with who wants to sign out, and they are asked; null: nobody is. */
export const signOutAskedAtom = atom<number | null>(null);

/** Signs out, or asks first where something that was typed would go. */
export async function signOut(): Promise<void> {
  const user = appStore.get(sessionUserAtom);
  const drafts = user === null ? 0 : draftCount(String(user.id));
  if (drafts > 0) appStore.set(signOutAskedAtom, drafts);
  else await signOutNow();
}

/** Signs out and goes to the school's sign-in page; without a network the session ends here all the same. */
export async function signOutNow(): Promise<void> {
  const user = appStore.get(sessionUserAtom);
  const website = user?.school_website;
  if (readToken() !== null) await call('/user/logout', {}, { quiet: true }).catch(() => undefined);
  if (user !== null) dropDraftsOf(String(user.id));
  forgetSession();
  // A new document: nothing of this person stays in memory.
  location.assign(signInPath(website));
}

function react(failure: CallFailure): void {
  if (failure.reaction !== 'dialog') toast.error(failure.message);
  if (failure.reaction === 'toast' || failure.reaction === 'fields') return;
  // On the sign-in page there is no session to end; one begun without a network gets its token by itself.
  if (appStore.get(sessionUserAtom) !== null && !session.reconnecting())
    appStore.set(sessionEndedAtom, { code: failure.code, message: failure.message });
}

/** Toasts and the log-in-again dialog, as each code's row says. */
export const reactToFailures = (): (() => void) => onCallFailure(react);
