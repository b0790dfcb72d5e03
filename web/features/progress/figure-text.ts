import { formatPercent } from '../../lib/format-number.ts';
import { formatDate } from '../../lib/format-time.ts';

/** Formats a percentage (0–100) as "83.5%"; a dash for null. */
export const formatPercentOrDash = (percent: number | null): string => (percent === null ? '–' : formatPercent(percent / 100, 1));

/** Returns the pass rate in percent (0–100), or null without scored exams. */
export const computePassRate = (passed: number, scored: number): number | null => (scored === 0 ? null : (passed / scored) * 100);

export const formatDayOrNever = (ms: number | null, never: string): string => (ms === null ? never : formatDate(ms));
