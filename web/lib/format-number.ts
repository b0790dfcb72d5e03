/** Formats a share as a percentage: "83%", or "83.5%" with one decimal. Trailing zeros are dropped. */
export function formatPercent(share: number, decimals = 0): string {
  const by = 10 ** decimals;
  return `${Math.round(share * 100 * by) / by}%`;
}

/** Formats a figure between 0 and 1, always with two decimals so that columns align: "0.65". */
export const formatFigure = (value: number): string => value.toFixed(2);

/** Formats a count with thousands separators, the same in both languages: "12,500". */
export const formatCount = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');

/** Formats a mean of points with one decimal: "72.4". */
export const formatMean = (value: number): string => value.toFixed(1);

/** Formats a short time in seconds with one decimal: "0.3". */
export const formatSeconds = (ms: number): string => (Math.round(ms / 100) / 10 || 0).toFixed(1);

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
