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
  if (readToken() !== null) await call('/user/logout', {}, { quiet: true, ownSession: true }).catch(() => undefined);
  if (user !== null) await dropDraftsOf(String(user.id));
  // Answers on this PC stay, sealed.
  session.end();
  // A new document: nothing of this person stays in memory.
  location.assign(signInPath(website));
}

/** The session and page that somebody chose to stay on, signed out. */
let stayedOn: string | null = null;
const here = (): string => `${readToken() ?? ''} ${location.pathname}`;

/** Stays on the page as it is: what the page asks by itself doesn't bring the question back, what the person does here, or on another page, does. */
export function staySignedOut(): void {
  stayedOn = here();
  appStore.set(sessionEndedAtom, null);
}

function react(failure: CallFailure, quiet: boolean): void {
  if (!failure.sessionLost) return toast.error(failure.message);
  // On the sign-in page there is no session to end; one begun without a network gets its token by itself.
  const asks = appStore.get(sessionUserAtom) !== null && !session.reconnecting();
  // A page that asks every half minute tells of it once.
  if (quiet && (!asks || appStore.get(sessionEndedAtom) !== null || stayedOn === here())) return;
  if (failure.reaction === 'dialogAndToast') toast.error(failure.message);
  if (asks) appStore.set(sessionEndedAtom, { code: failure.code, message: failure.message });
}

/** Toasts and the log-in-again dialog, as each code's row says. */
export const reactToFailures = (): (() => void) => onCallFailure(react);
