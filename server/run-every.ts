/**
 * Runs `work` every `everyMs`, never twice at once, and passes its errors to `onError`; a later run tries again. Does not keep the process alive.
 * Returns a function that stops it and resolves when the run under way has ended.
 */
export function runEvery(everyMs: number, work: () => Promise<unknown>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => (running = undefined));
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
