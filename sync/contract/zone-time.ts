/** Time zone of a school that has not chosen one. */
export const defaultZone = 'Asia/Shanghai';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the cached formatter of a time zone; creating one costs a thousand times as much as using it. Throws a RangeError for an unknown zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const cachedFormat = formats.get(zone);
  if (cachedFormat) return cachedFormat;
  const twoDigits = '2-digit';
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: twoDigits,
    day: twoDigits,
    hour: twoDigits,
    minute: twoDigits,
    second: twoDigits,
  });
  formats.set(zone, format);
  return format;
}

/** True for an IANA name such as "Asia/Urumqi" that this browser or server knows. */
export function isTimeZone(name: string): boolean {
  try {
    return name !== '' && formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** Formats a moment as a clock in the zone shows it: "2026-11-21T09:05:31"; '' if `ms` is not finite. Throws a RangeError for an unknown zone. */
export function formatWallTime(ms: number, zone: string): string {
  if (!Number.isFinite(ms)) return '';
  const parts = new Map(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/** The day in a zone: "2026-11-21". */
export const formatZoneDay = (ms: number, zone: string): string => formatWallTime(ms, zone).slice(0, 10);

/** Minutes that a zone is ahead of UTC at a moment. */
export const getZoneOffsetMinutes = (ms: number, zone: string): number =>
  Math.round((Date.parse(`${formatWallTime(ms, zone)}Z`) - Math.floor(ms / 1000) * 1000) / 60_000);

const wallText = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

const dayMs = 86_400_000;

/**
 * Parses the time that a clock in the zone shows ("2026-11-21T09:05"). Returns milliseconds since 1970, or null for an invalid text. A time that
 * the zone skips in spring becomes a later one.
 */
export function parseWallTime(text: string, zone: string): number | null {
  const asUtc = wallText.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  // `Date.parse` reads 31 February as a day of March; refuse such dates.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(text)) return null;
  const [first, second] = [asUtc - dayMs, asUtc + dayMs].map((near) => asUtc - getZoneOffsetMinutes(near, zone) * 60_000);
  return [first, second].find((ms) => ms !== undefined && formatWallTime(ms, zone).startsWith(text)) ?? first ?? null;
}
