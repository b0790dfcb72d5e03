const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Rounds a duration (ms) for display: days from two days on, hours from two hours on, otherwise minutes (at least one). */
export function roundTimeLeft(ms: number): { readonly key: 'days' | 'hours' | 'minutes'; readonly n: number } {
  if (ms >= 2 * dayMs) return { key: 'days', n: Math.floor(ms / dayMs) };
  if (ms >= 2 * hourMs) return { key: 'hours', n: Math.floor(ms / hourMs) };
  return { key: 'minutes', n: Math.max(1, Math.ceil(ms / minuteMs)) };
}
