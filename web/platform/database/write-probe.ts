import type { DeviceDatabase } from './database.ts';
import { guardStorage } from './storage-fault.ts';

export interface WriteProbe {
  /** Milliseconds until the durable write was on disk. */
  readonly tookMs: number;
  /** True if a separate transaction read back the same text. */
  readonly same: boolean;
  /** True if the text of an earlier document was still stored, so it survived at least one closing of the page. */
  readonly survived: boolean;
}

interface Trace {
  readonly documentId: string;
  readonly text: string;
}

/** Tests storage: writes durably like an answer, reads it back, and looks for the text of the previous test. Rejects with a `StorageFault`. */
export const measureWrite = (db: DeviceDatabase, documentId: string, newText: () => string): Promise<WriteProbe> =>
  guardStorage(async () => {
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
