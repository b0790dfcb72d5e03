import { countHeldOps } from '../../../sync/engine/store/store-rules.ts';
import { measureClockOffset } from './clock-offset.ts';
import { hasDeviceData } from './delivery-start.ts';

/** State of this PC as shown on the sign-in page. */
export interface DeviceReadiness {
  /** Server clock minus this PC's clock in milliseconds, from the fastest sample; null if the server cannot be reached. */
  readonly clockOffsetMs: number | null;
  /** Number of ops of all users on this PC that the server is not known to have. */
  readonly undelivered: number;
}

/** Imports the database code only if there is a database, so that the sign-in page paints first. */
const listUndeliveredStreams = async () => ((await hasDeviceData()) ? (await import('./device.ts')).deviceStore.undelivered() : []);

/** Reads the state of this PC. */
export async function readDeviceReadiness(signal: AbortSignal): Promise<DeviceReadiness> {
  const [clockOffsetMs, streams] = await Promise.all([measureClockOffset(3, signal), listUndeliveredStreams()]);
  const undelivered = streams.reduce((sum, stream) => sum + stream.headSeq - countHeldOps(stream), 0);
  return { clockOffsetMs, undelivered };
}
