/**
 * Runs `work` every `everyMs`, never twice at once, and passes its errors to `failed`; a later run tries again. Does not keep the process alive.
 * Returns a function that stops it and resolves when the run under way has ended.
 */
export function runEvery(everyMs: number, work: () => Promise<unknown>, failed: (error: unknown) => void): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(failed)
      .finally(() => (running = undefined));
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
