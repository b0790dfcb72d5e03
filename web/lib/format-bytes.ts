const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats the size of a file or a disk with at most three digits, the same in both languages: "3.4 MB", "512 MB". */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1024;
    at += 1;
  }
  return `${at === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${units[at]}`;
}
