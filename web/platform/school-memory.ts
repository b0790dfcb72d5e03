import { atom } from 'jotai';
import type { CallOutput } from '../../sync/contract/call.ts';
import type { schoolCalls } from '../../sync/contract/school.ts';
import { call, CallFailure } from './call.ts';
import { showSchoolZone } from './school-zone.ts';
import { appStore, sessionUserAtom } from './session-atoms.ts';

export type School = CallOutput<(typeof schoolCalls)['getByWebsite']>;

/** The school whose sign-in page is shown, once it is known: the window is titled with it. */
export const shownSchoolAtom = atom('');

const key = 'wenkao.school';

/** The school last signed in to on this PC, where the page needs it at once: nothing secret. */
export function rememberedSchool(): School | null {
  return parsed(localStorage.getItem(key));
}

/** The same from the device's database: a browser writes `localStorage` seconds or a minute late, and not at all when it is killed. */
export async function keptSchool(): Promise<School | null> {
  try {
    const { deviceDatabase } = await import('./device-database.ts');
    return parsed((await deviceDatabase.settings.get(key))?.value ?? null);
  } catch {
    return null;
  }
}

function parsed(text: string | null): School | null {
  if (text === null) return null;
  try {
    return JSON.parse(text) as School;
  } catch {
    return null;
  }
}

async function keep(school: School): Promise<void> {
  const value = JSON.stringify(school);
  localStorage.setItem(key, value);
  const { deviceDatabase } = await import('./device-database.ts');
  if ((await deviceDatabase.settings.get(key))?.value !== value) await deviceDatabase.settings.put({ key, value });
}

/** The school of a website code; from this PC's memory where the server can't be reached. */
export async function findSchool(website: string, signal?: AbortSignal): Promise<School> {
  try {
    const school = await call('/school/getByWebsite', { website }, { quiet: true, signal });
    if (appStore.get(sessionUserAtom) === null) showSchoolZone(school.zone);
    // A device that keeps nothing says so elsewhere, before an exam.
    void keep(school).catch(() => undefined);
    return school;
  } catch (failure) {
    if (!(failure instanceof CallFailure && failure.network)) throw failure;
    const known = [rememberedSchool(), await keptSchool()].find((each) => each?.website === website);
    if (known) return known;
    throw failure;
  }
}
