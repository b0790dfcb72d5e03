import type { DeviceDatabase } from './database.ts';
import { guarded } from './storage-fault.ts';

export interface WriteProbe {
  /** How long the strict write took, until the disk had it. */
  readonly tookMs: number;
  /** What was read back, in a transaction of its own, is what was written. */
  readonly same: boolean;
  /** What an earlier document wrote was still there: it outlived at least one closing of the page. */
  readonly survived: boolean;
}

interface Trace {
  readonly documentId: string;
  readonly text: string;
}

/** Writes as an answer is written (strict), reads it back, and looks for what the last check left. Rejects with a `StorageFault`. */
export const probeWrite = (db: DeviceDatabase, documentId: string, newText: () => string): Promise<WriteProbe> =>
  guarded(async () => {
    const before = await db.settings.get('precheck');
    const trace: Trace = { documentId, text: newText() };
    const from = performance.now();
    await db.transaction('rw', db.settings, () => db.settings.put({ key: 'precheck', value: JSON.stringify(trace) }));
    const tookMs = performance.now() - from;
    const after = await db.settings.get('precheck');
    return {
      tookMs,
      same: after?.value === JSON.stringify(trace),
      survived: before !== undefined && (JSON.parse(before.value) as Trace).documentId !== documentId,
    };
  });
