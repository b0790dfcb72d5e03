import { atom } from 'jotai';
import type { CallOutput } from '../../sync/contract/call.ts';
import type { schoolCalls } from '../../sync/contract/school.ts';
import { call, CallFailure } from './call.ts';

export type School = CallOutput<(typeof schoolCalls)['getByWebsite']>;

/** The school whose sign-in page is shown, once it is known: the window is titled with it. */
export const shownSchoolAtom = atom('');

const key = 'wenkao.school';

/** The school last signed in to on this PC: nothing secret, and without a network the page still has its title. */
export function rememberedSchool(): School | null {
  const text = localStorage.getItem(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as School;
  } catch {
    return null;
  }
}

/** The school of a website code; from this PC's memory where the server can't be reached. */
export async function findSchool(website: string, signal?: AbortSignal): Promise<School> {
  try {
    const school = await call('/school/getByWebsite', { website }, { quiet: true, signal });
    localStorage.setItem(key, JSON.stringify(school));
    return school;
  } catch (failure) {
    const known = rememberedSchool();
    if (failure instanceof CallFailure && failure.network && known?.website === website) return known;
    throw failure;
  }
}
