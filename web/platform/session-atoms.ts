import { atom, createStore } from 'jotai';
import { roles, userTypes } from '../../sync/contract/roles.ts';
import { keepDraftKey } from '../lib/draft-names.ts';
import { isNumber, isRecord, isText, listOf, objectOf, oneOf, readJson } from '../lib/shape.ts';
import { setSchoolZone } from '../lib/format-time.ts';
import { showRememberedZone, showSchoolZone } from './school-zone.ts';
import type { SessionUser } from './session-user.ts';

/** One store, so that code outside React (route guard, transport) sees the same atoms. */
export const appStore = createStore();

const key = 'wenkao.session-user';
/** What the guard and the layouts lean on; getInfo brings the rest anew. */
const isUser = objectOf({
  id: isNumber,
  user_type: oneOf(Object.keys(userTypes).map(Number)),
  roles: listOf(oneOf(roles)),
  school_id: isNumber,
  name: isText,
  login_name: isText,
  school_title: isText,
  school_website: isText,
  school_config: isRecord,
});

const kept = atom<SessionUser | null>(readJson(sessionStorage.getItem(key), isUser) as SessionUser | null);

showRememberedZone();
const first = appStore.get(kept);
if (first !== null) setSchoolZone(first.school_config.config_time_zone);

/** Who is signed in, in this tab; null before getInfo and after sign-out. F5 without a network keeps it. */
export const sessionUserAtom = atom(
  (get) => get(kept),
  (_get, set, user: SessionUser | null) => {
    if (user === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(user));
    keepDraftKey(user?.draft_key ?? null);
    if (user !== null) showSchoolZone(user.school_config.config_time_zone);
    set(kept, user);
  },
);

/** Why the session ended, while the log-in-again dialog waits for an answer. */
export const sessionEndedAtom = atom<{ readonly code: number; readonly message: string } | null>(null);
