import { heldOps } from '../../sync/engine/store-rules.ts';
import { clockOffset } from './clock-offset.ts';
import { hasDeviceData } from './delivery-start.ts';

/** What the sign-in page says about this PC. */
export interface DeviceReadiness {
  /** A worker controls the page, so the next start needs no network. */
  readonly offlineReady: boolean;
  /** Server clock minus this PC's, by the fastest of the samples; null: the server can't be reached. */
  readonly clockOffsetMs: number | null;
  /** Ops of anyone on this PC that the server is not known to hold. */
  readonly undelivered: number;
}

async function isOfflineReady(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active?.state === 'activated';
}

/** The database comes by an import of its own, and only where there is one: this page paints before it. */
const undeliveredStreams = async () => ((await hasDeviceData()) ? (await import('./device.ts')).deviceStore.undelivered() : []);

export async function readDeviceReadiness(signal: AbortSignal): Promise<DeviceReadiness> {
  const [offlineReady, clockOffsetMs, streams] = await Promise.all([isOfflineReady(), clockOffset(3, signal), undeliveredStreams()]);
  const undelivered = streams.reduce((sum, stream) => sum + stream.headSeq - heldOps(stream), 0);
  return { offlineReady, clockOffsetMs, undelivered };
}
