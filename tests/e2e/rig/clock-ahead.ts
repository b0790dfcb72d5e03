/**
 * Shifts the server's wall clock by `WENKAO_CLOCK_AHEAD` milliseconds. Loaded before its program with `--import`. The monotonic clock is
 * unchanged.
 */
export const clockAheadModule = import.meta.filename;

const aheadMs = Number(process.env['WENKAO_CLOCK_AHEAD'] ?? 0);
if (aheadMs !== 0) {
  const now = Date.now.bind(Date);
  Date.now = () => now() + aheadMs;
}
