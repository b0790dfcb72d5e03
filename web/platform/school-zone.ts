import { schoolZone, setSchoolZone } from '../lib/format-time.ts';

const key = 'wenkao.zone';

/** Shows every time of this window in a school's zone, and remembers it for pages that nobody is signed in for. */
export function showSchoolZone(zone: unknown): void {
  setSchoolZone(zone);
  localStorage.setItem(key, schoolZone());
}

/** Shows times in the zone of the school that this PC knew last. */
export const showRememberedZone = (): void => setSchoolZone(localStorage.getItem(key));
