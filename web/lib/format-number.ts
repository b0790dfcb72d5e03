/** A share as a percentage: "83%", or with a decimal where one is asked for and there is one: "83.5%". */
export function formatPercent(share: number, decimals = 0): string {
  const by = 10 ** decimals;
  return `${Math.round(share * 100 * by) / by}%`;
}

/** "0.65": a figure between 0 and 1, always with two decimals, so that a column of them stands straight. */
export const formatFigure = (value: number): string => value.toFixed(2);

/** A count with its thousands marked: "12,500". The same in both languages. */
export const formatCount = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');

/** "72.4": a mean of points, with one decimal. */
export const formatMean = (value: number): string => value.toFixed(1);

/** "0.3": a short time in seconds, with one decimal. */
export const formatSeconds = (ms: number): string => (Math.round(ms / 100) / 10 || 0).toFixed(1);
