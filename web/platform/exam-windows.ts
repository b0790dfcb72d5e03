import { isDelivered } from '../../sync/engine/store-rules.ts';
import type { DeviceDatabase } from './database.ts';

/** When exams take place on this device: no secret, and readable by the service worker, which knows nobody's vault. */
export interface ExamWindow {
  readonly planId: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Days long, and put aside in between: it keeps nothing waiting but while somebody is at it. */
  readonly aside?: true;
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

export interface DeviceState {
  /** Somebody has taken a seat here and not handed in, and the exam is not long over. */
  readonly attemptLive: boolean;
  readonly undelivered: boolean;
  /** An exam that somebody looked at here is about to begin, or on. */
  readonly windowOpen: boolean;
}

/** What must not be disturbed on this device. What can't be read is taken for busy. */
export async function readDeviceState(db: DeviceDatabase, nowMs: number): Promise<DeviceState> {
  try {
    const [windows, sittings, streams, clocks] = await Promise.all([
      read(db),
      db.sittings.toArray(),
      db.streams.toArray(),
      db.clock.toArray(),
    ]);
    const over = (window: ExamWindow): boolean => nowMs > window.toMs + marginMs.after;
    // SY21: a wall clock that was set ahead ends no exam; one that is being sat notes its time every few seconds.
    const noted = (attemptId: string): boolean =>
      clocks.some((point) => point.attemptId === attemptId && Math.abs(nowMs - point.wallMs) < marginMs.after);
    const attemptLive = sittings.some((sitting) => {
      const window = windows.find((each) => each.planId === sitting.planId);
      const isOver = window !== undefined && (window.aside === true || over(window)) && !noted(sitting.attemptId);
      return sitting.handIn === null && sitting.archivedMs === null && !isOver;
    });
    const windowOpen = windows.some((window) => window.aside !== true && nowMs > window.fromMs - marginMs.before && !over(window));
    return { attemptLive, undelivered: !streams.every(isDelivered), windowOpen };
  } catch {
    return { attemptLive: true, undelivered: true, windowOpen: true };
  }
}
