import { atom, createStore } from 'jotai';
import type { SessionUser } from './session-user.ts';

/** One store, so that code outside React (route guard, transport) sees the same atoms. */
export const appStore = createStore();

const key = 'wenkao.session-user';
const stored = (): SessionUser | null => {
  const text = sessionStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as SessionUser);
};

const kept = atom<SessionUser | null>(stored());

/** Who is signed in, in this tab; null before getInfo and after sign-out. F5 without a network keeps it. */
export const sessionUserAtom = atom(
  (get) => get(kept),
  (_get, set, user: SessionUser | null) => {
    if (user === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(user));
    set(kept, user);
  },
);

/** Why the session ended, while the log-in-again dialog waits for an answer. */
export const sessionEndedAtom = atom<{ readonly code: number; readonly message: string } | null>(null);
