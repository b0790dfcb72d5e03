import type { FreeSpace } from './free-space.ts';
import type { LogReserve } from './answer-log/log/log-reserve.ts';
import { removeOldArrivingFiles } from './modules/upload/arriving-files.ts';
import type { Logger, ServerClock } from './ports.ts';

interface UpkeepDeps {
  readonly uploads: string;
  readonly space: FreeSpace;
  readonly reserve: LogReserve;
  readonly clock: ServerClock;
  readonly logger: Pick<Logger, 'error'>;
}

const everyMs = 60_000;

/**
 * Reserves space for unfinished uploads, removes expired ones and refills the log's reserve, now and every minute. Returns a function that stops
 * it.
 */
export async function startDiskUpkeep({ uploads, space, reserve, clock, logger }: UpkeepDeps): Promise<() => void> {
  const keep = () => removeOldArrivingFiles(uploads, space, clock.nowMs());
  const fill = (): Promise<void> => reserve.fill(() => space.fits());
  const failed = (error: unknown): void => logger.error({ err: error }, 'the disk could not be looked after: tried again in a minute');
  await keep();
  void fill().catch(failed);
  const timer = setInterval(() => void keep().then(fill).catch(failed), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
