const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** "3.4 MB", "84 MB", "512 MB": how large a file or a disk is, three digits at most, the same in both languages. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1024;
    at += 1;
  }
  return `${at === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${units[at]}`;
}
