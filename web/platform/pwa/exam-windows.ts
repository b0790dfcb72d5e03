import { isStreamDelivered } from '../../../sync/engine/store/store-rules.ts';
import type { DeviceDatabase } from '../database/database.ts';

/**
 * Period of an exam on this device. It is not secret and not encrypted, because the service worker, which has no user's key, must be able to read it.
 */
export interface ExamWindow {
  readonly planId: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** True for work that may take days, such as homework. Updates of the application wait for such work only while it is open. */
  readonly aside?: true;
}

const key = 'examWindows';
/** Added to the period of an exam: examinees sit down up to half an hour early, and extensions and late deliveries follow the end. */
const marginMs = { before: 30 * 60_000, after: 60 * 60_000 };
const forgottenAfterMs = 30 * 86_400_000;

async function read(db: DeviceDatabase): Promise<readonly ExamWindow[]> {
  const row = await db.settings.get(key);
  return row ? (JSON.parse(row.value) as ExamWindow[]) : [];
}

/** Stores the periods of the exams in the user's notices from the server, and deletes periods that ended more than 30 days ago. */
export async function storeExamWindows(db: DeviceDatabase, newWindows: readonly ExamWindow[], nowMs: number): Promise<void> {
  await db.transaction('rw', db.settings, async () => {
    const newPlanIds = new Set(newWindows.map((window) => window.planId));
    const otherWindows = (await read(db)).filter((window) => !newPlanIds.has(window.planId) && window.toMs > nowMs - forgottenAfterMs);
    await db.settings.put({ key, value: JSON.stringify([...otherWindows, ...newWindows]) });
  });
}

export interface DeviceState {
  /** True if an examinee has taken a seat in an exam on this device and has not handed in, and the exam did not end long ago. */
  readonly attemptLive: boolean;
  readonly undelivered: boolean;
  /** True if an exam that was shown on this device is about to begin or in progress. */
  readonly windowOpen: boolean;
}

/** Reads which activities an update of the application would disturb on this device. If reading fails, every activity counts as running. */
export async function readDeviceState(db: DeviceDatabase, nowMs: number): Promise<DeviceState> {
  try {
    const [windows, sittings, streams, clocks] = await Promise.all([
      read(db),
      db.sittings.toArray(),
      db.streams.toArray(),
      db.clock.toArray(),
    ]);
    const over = (window: ExamWindow): boolean => nowMs > window.toMs + marginMs.after;
    // A PC clock that was set ahead must not end an exam (SY21): an open attempt writes a clock checkpoint every few seconds.
    const hasRecentCheckpoint = (attemptId: string): boolean =>
      clocks.some((point) => point.attemptId === attemptId && Math.abs(nowMs - point.wallMs) < marginMs.after);
    const attemptLive = sittings.some((sitting) => {
      const window = windows.find((each) => each.planId === sitting.planId);
      const isOver = window !== undefined && (window.aside === true || over(window)) && !hasRecentCheckpoint(sitting.attemptId);
      return sitting.handIn === null && sitting.archivedMs === null && !isOver;
    });
    const windowOpen = windows.some((window) => window.aside !== true && nowMs > window.fromMs - marginMs.before && !over(window));
    return { attemptLive, undelivered: !streams.every(isStreamDelivered), windowOpen };
  } catch {
    return { attemptLive: true, undelivered: true, windowOpen: true };
  }
}
