import { defaultZone, formatWallTime, getZoneOffsetMinutes } from '../../../sync/contract/zone-time.ts';
import type { ComboboxChoice } from '../../ui/primitives/combobox.tsx';

const two = (n: number): string => String(n).padStart(2, '0');

/** Formats a UTC offset: "UTC+08:00". */
function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
}

/** Returns the option for a time zone: its name, its UTC offset and its present time. */
export const toZoneChoice = (zone: string, nowMs: number): ComboboxChoice => ({
  value: zone,
  label: `${zone} (${offsetText(getZoneOffsetMinutes(nowMs, zone))})`,
  note: formatWallTime(nowMs, zone).slice(11, 16),
});

/** Finds zones by a part of their name or offset; the zones of China come first. */
export function findZones(typed: string, nowMs: number): ComboboxChoice[] {
  const names = new Set([defaultZone, 'Asia/Urumqi', 'Asia/Hong_Kong', 'Asia/Macau', 'Asia/Taipei', ...Intl.supportedValuesOf('timeZone')]);
  const wanted = typed.toLowerCase().replaceAll(' ', '_');
  return [...names]
    .map((zone) => toZoneChoice(zone, nowMs))
    .filter(({ label }) => label.toLowerCase().replaceAll(' ', '_').includes(wanted))
    .slice(0, 60);
}
