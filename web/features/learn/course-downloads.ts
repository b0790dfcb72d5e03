import { i18n } from '../../lib/i18n.ts';
import { makeCall, CallFailure, isFinalRefusal } from '../../platform/api/call.ts';
import { learningDatabase as db } from '../../platform/offline-pages/learning-cache.ts';
import type { RequestedCourseRow } from '../../platform/database/learning-database.ts';
import { getCachedPicture } from '../../platform/offline-pages/picture-cache.ts';
import { fetchPdfReader } from '../../platform/uploads/pdf.ts';
import { appStore, sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { downloadLessonFile, DownloadError } from './learn-file-cache.ts';

/** The course download that this tab runs; null if it runs none. */
let running: { readonly userId: number; readonly courseId: number; readonly abort: AbortController } | null = null;

const isStillWanted = async (userId: number, courseId: number): Promise<boolean> => {
  const row = await db.wanted.get([userId, courseId]);
  return row?.stopped === '' && appStore.get(sessionUserAtom)?.id === userId;
};

async function takeCourse({ userId, courseId, title }: RequestedCourseRow, abort: AbortController): Promise<void> {
  const { sections } = await makeCall('/learn/getById', { id: courseId }, { quiet: true, signal: abort.signal });
  const items = sections.flatMap((section) => section.items);
  if (items.some((item) => item.kind === 'pdf')) await fetchPdfReader().catch(() => undefined);
  // Abort if the download was paused in another tab or another user has signed in.
  const look = (): void => void isStillWanted(userId, courseId).then((wanted) => wanted || abort.abort());
  for (const file of items.flatMap((item) => item.files)) {
    if (!(await isStillWanted(userId, courseId))) return;
    await downloadLessonFile(userId, courseId, file, abort.signal, look);
  }
  for (const { poster } of items) if (poster !== '') await getCachedPicture(userId, poster);
  await db.wanted.delete([userId, courseId]);
  await i18n.load(['learning']);
  toast.success(i18n.t('learning:takenAlong', { title }));
}

/**
 * Returns why a download has stopped for good. Null means that it resumes when the network returns, or at the latest when the app is opened
 * again.
 */
function getStopReason(cause: unknown): 'room' | 'gone' | null {
  if (cause instanceof DownloadError) return cause.reason === 'network' ? null : cause.reason;
  return isFinalRefusal(cause) ? 'gone' : null;
}

async function takeAll(userId: number): Promise<void> {
  const tried = new Set<number>();
  for (;;) {
    const rows = await db.wanted.where({ userId }).toArray();
    const next = rows.find((row) => row.stopped === '' && !tried.has(row.courseId));
    if (next === undefined) return;
    const { courseId } = next;
    tried.add(courseId);
    const abort = new AbortController();
    running = { userId, courseId, abort };
    try {
      await takeCourse(next, abort);
    } catch (cause) {
      const stopped = abort.signal.aborted ? null : getStopReason(cause);
      if (stopped !== null) {
        await db.wanted.update([userId, courseId], { stopped });
        await i18n.load(['learning']);
        toast.error(i18n.t(stopped === 'room' ? 'learning:takeFailed.room' : 'learning:takeFailed.gone'));
      } else if (!abort.signal.aborted && !(cause instanceof DownloadError || cause instanceof CallFailure)) throw cause;
    } finally {
      running = null;
    }
  }
}

let going: Promise<void> = Promise.resolve();
const run = (userId: number): void => {
  const take = () => navigator.locks.request('wenkao.taking', () => takeAll(userId)).catch(console.warn);
  going = going.then(take, take);
};
let listens = false;

/**
 * Resumes pending downloads, independent of the open page. One tab downloads at a time; if it is closed, another takes over. Stored chunks are
 * not downloaded again.
 */
export function resumeDownloads(userId: number): void {
  run(userId);
  if (listens) return;
  listens = true;
  window.addEventListener('online', () => {
    const here = appStore.get(sessionUserAtom)?.id;
    if (here !== undefined) run(here);
  });
}

/** Marks a whole course for download and starts it. */
export async function requestCourseDownload(userId: number, courseId: number, title: string): Promise<void> {
  // Without persistent storage the browser may evict the files when the disk is short of space.
  await navigator.storage.persist().catch(() => false);
  await db.wanted.put({ userId, courseId, title, stopped: '' });
  resumeDownloads(userId);
}

/** Pauses a download; the stored chunks stay. */
export async function pauseDownload(userId: number, courseId: number): Promise<void> {
  await db.wanted.delete([userId, courseId]);
  if (running?.userId === userId && running.courseId === courseId) running.abort.abort();
}

export const listRequestedCourses = (userId: number): Promise<RequestedCourseRow[]> => db.wanted.where({ userId }).toArray();
