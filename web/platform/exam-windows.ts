import { isDelivered } from '../../sync/engine/store-rules.ts';
import type { DeviceDatabase } from './database.ts';

/** When exams take place on this device: no secret, and readable by the service worker, which knows nobody's vault. */
export interface ExamWindow {
  readonly planId: number;
  readonly fromMs: number;
  readonly toMs: number;
}

const key = 'examWindows';
/** People sit down half an hour before; extensions and late deliveries go on for a while after. */
const marginMs = { before: 30 * 60_000, after: 60 * 60_000 };
const forgottenAfterMs = 30 * 86_400_000;

async function read(db: DeviceDatabase): Promise<readonly ExamWindow[]> {
  const row = await db.settings.get(key);
  return row ? (JSON.parse(row.value) as ExamWindow[]) : [];
}

export async function noteExamWindows(db: DeviceDatabase, seen: readonly ExamWindow[], nowMs: number): Promise<void> {
  await db.transaction('rw', db.settings, async () => {
    const again = new Set(seen.map((window) => window.planId));
    const kept = (await read(db)).filter((window) => !again.has(window.planId) && window.toMs > nowMs - forgottenAfterMs);
    await db.settings.put({ key, value: JSON.stringify([...kept, ...seen]) });
  });
}

/**
 * May the running build be replaced? Not while an attempt is live, an op is unacknowledged or an exam window is open. What
 * can't be read is taken for busy.
 */
export async function isDeviceQuiet(db: DeviceDatabase, nowMs: number): Promise<boolean> {
  try {
    const [windows, sittings, streams] = await Promise.all([read(db), db.sittings.toArray(), db.streams.toArray()]);
    const over = (window: ExamWindow): boolean => nowMs > window.toMs + marginMs.after;
    const live = sittings.some((sitting) => {
      const window = windows.find((each) => each.planId === sitting.planId);
      return sitting.handIn === null && sitting.archivedMs === null && !(window && over(window));
    });
    const open = windows.some((window) => nowMs > window.fromMs - marginMs.before && !over(window));
    return !live && !open && streams.every(isDelivered);
  } catch {
    return false;
  }
}
