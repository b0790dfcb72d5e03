import { atom, createStore } from 'jotai';
import { roles, userTypes } from '../../../sync/contract/roles.ts';
import { storeDraftKey } from '../../lib/draft/draft-names.ts';
import { isNumber, isRecord, isText, listShape, objectShape, oneOfShape, readJson } from '../../lib/shape.ts';
import { setSchoolZone } from '../../lib/format-time.ts';
import { showRememberedZone, showSchoolZone } from './school-zone.ts';
import type { SessionUser } from './session-user.ts';

/** Shared store, so that code outside React (route guard, transport) uses the same atoms. */
export const appStore = createStore();

const key = 'wenkao.session-user';
/** Checks the fields that the route guard and the layouts need; `getInfo` loads the others again. */
const isUser = objectShape({
  id: isNumber,
  user_type: oneOfShape(Object.keys(userTypes).map(Number)),
  roles: listShape(oneOfShape(roles)),
  school_id: isNumber,
  name: isText,
  login_name: isText,
  school_title: isText,
  school_website: isText,
  school_config: isRecord,
});

const storedUserAtom = atom<SessionUser | null>(readJson(sessionStorage.getItem(key), isUser) as SessionUser | null);

showRememberedZone();
const firstUser = appStore.get(storedUserAtom);
if (firstUser !== null) setSchoolZone(firstUser.school_config.config_time_zone);

/** Signed-in user of this tab; null before `getInfo` and after signing out. It survives a reload without a network. */
export const sessionUserAtom = atom(
  (get) => get(storedUserAtom),
  (_get, set, user: SessionUser | null) => {
    if (user === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(user));
    storeDraftKey(user?.draft_key ?? null);
    if (user !== null) showSchoolZone(user.school_config.config_time_zone);
    set(storedUserAtom, user);
  },
);

/** Reason why the session ended, while the dialog to sign in again is open. */
export const sessionEndedAtom = atom<{ readonly code: number; readonly message: string } | null>(null);
