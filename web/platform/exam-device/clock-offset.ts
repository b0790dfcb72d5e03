import { makeCall } from '../api/call.ts';

/**
 * Measures the server's clock minus this PC's clock, in milliseconds. The fastest of `samples` replies has the smallest error. Resolves with null
 * if no reply came.
 */
export async function measureClockOffset(samples: number, signal: AbortSignal): Promise<number | null> {
  let best: { took: number; offset: number } | null = null;
  for (let i = 0; i < samples; i += 1) {
    const from = performance.now();
    try {
      const { serverNow } = await makeCall('/sync/time', {}, { quiet: true, signal });
      const took = performance.now() - from;
      if (best === null || took < best.took) best = { took, offset: serverNow + took / 2 - Date.now() };
    } catch {
      return best?.offset ?? null;
    }
  }
  return best?.offset ?? null;
}
