const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** "1.4 GB": three digits at most, the same in both languages. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1024;
    at += 1;
  }
  const digits = at === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${units[at]}`;
}
