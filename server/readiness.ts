import type { Logger, ServerTimers } from './ports.ts';

export interface ReadinessDeps {
  /** Returns why this server cannot serve, or null. */
  readonly reason: () => Promise<string | null>;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly timers: ServerTimers;
  readonly stopping: AbortSignal;
}

/** Interval (ms) at which readiness is checked, so that a change is logged even if nobody asks. */
const lookMs = 5_000;

/** Returns a function that tells why this server cannot serve, or null if it can. Logs when the reason appears, changes or disappears. */
export function watchReadiness({ reason, logger, timers, stopping }: ReadinessDeps): () => Promise<string | null> {
  let logged: string | null = null;
  const look = async (): Promise<string | null> => {
    const now = await reason();
    if (now === logged) return now;
    logged = now;
    if (now === null) logger.info({}, 'this server is ready again');
    else logger.error({ reason: now }, 'this server is not ready: /readyz answers 503');
    return now;
  };
  const watch = async (): Promise<void> => {
    while (!stopping.aborted) {
      await look();
      await timers.sleep(lookMs, stopping);
    }
  };
  watch().catch((err: unknown) => logger.error({ err }, 'could not check readiness in the background; /readyz checks it on request'));
  return look;
}
