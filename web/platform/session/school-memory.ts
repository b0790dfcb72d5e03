import { atom } from 'jotai';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { schoolCalls } from '../../../sync/contract/people/school.ts';
import { makeCall, CallFailure } from '../api/call.ts';
import { showSchoolZone } from './school-zone.ts';
import { appStore, sessionUserAtom } from './session-atoms.ts';

export type PublicSchool = CallOutput<(typeof schoolCalls)['getByWebsite']>;

/** Title of the school whose sign-in page is shown, used as the window title; '' until it is known. */
export const shownSchoolAtom = atom('');

const key = 'wenkao.school';

/** Returns the school last signed in to on this PC, synchronously from local storage. It is not secret. */
export function getRememberedSchool(): PublicSchool | null {
  return parseSchool(localStorage.getItem(key));
}

/**
 * Reads the school last signed in to from the device database (IndexedDB). A killed browser may lose the copy in `localStorage`, which is written
 * with a delay of up to a minute.
 */
export async function readStoredSchool(): Promise<PublicSchool | null> {
  try {
    const { deviceDatabase } = await import('../journal/device-database.ts');
    return parseSchool((await deviceDatabase.settings.get(key))?.value ?? null);
  } catch {
    return null;
  }
}

function parseSchool(text: string | null): PublicSchool | null {
  if (text === null) return null;
  try {
    return JSON.parse(text) as PublicSchool;
  } catch {
    return null;
  }
}

async function keep(school: PublicSchool): Promise<void> {
  const value = JSON.stringify(school);
  localStorage.setItem(key, value);
  const { deviceDatabase } = await import('../journal/device-database.ts');
  if ((await deviceDatabase.settings.get(key))?.value !== value) await deviceDatabase.settings.put({ key, value });
}

/** Finds a school by its website code. Without a network, returns the remembered school if the code matches, otherwise rejects. */
export async function findSchool(website: string, signal?: AbortSignal): Promise<PublicSchool> {
  try {
    const school = await makeCall('/school/getByWebsite', { website }, { quiet: true, signal });
    if (appStore.get(sessionUserAtom) === null) showSchoolZone(school.zone);
    // Ignore a failure to store the school: before an exam, the pre-check of the PC shows whether it can store data.
    void keep(school).catch(() => undefined);
    return school;
  } catch (failure) {
    if (!(failure instanceof CallFailure && failure.network)) throw failure;
    const rememberedSchool = [getRememberedSchool(), await readStoredSchool()].find((each) => each?.website === website);
    if (rememberedSchool) return rememberedSchool;
    throw failure;
  }
}
