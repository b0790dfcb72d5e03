/** Loaded before a server's program (`--import`): its wall clock is so far ahead. Its monotonic clock goes on as it does. */
export const clockAhead = import.meta.filename;

const aheadMs = Number(process.env['WENKAO_CLOCK_AHEAD'] ?? 0);
if (aheadMs !== 0) {
  const now = Date.now.bind(Date);
  Date.now = () => now() + aheadMs;
}
