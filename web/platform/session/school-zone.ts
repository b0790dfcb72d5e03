import { getSchoolZone, setSchoolZone } from '../../lib/format-time.ts';

const key = 'wenkao.zone';

/** Shows all times of this window in a school's time zone, and remembers the zone for pages without a signed-in user. */
export function showSchoolZone(zone: unknown): void {
  setSchoolZone(zone);
  localStorage.setItem(key, getSchoolZone());
}

/** Shows times in the zone that this PC remembered last. */
export const showRememberedZone = (): void => setSchoolZone(localStorage.getItem(key));
