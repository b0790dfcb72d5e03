import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import type { PlanNotice } from '../../../../../sync/contract/exams/sitting.ts';
import { makeCall, CallFailure } from '../../../../platform/api/call.ts';
import { deviceStore, noticeCache, paperCache, appSession } from '../../../../platform/exam-device/device.ts';
import { sessionUserAtom } from '../../../../platform/session/session-atoms.ts';
import { useDeviceQuery } from '../../../../platform/api/call-query.ts';
import { summariseLocalSittings } from '../../model/gate/local-sitting.ts';
import { prepareReturnedHomework } from './returned-homework.ts';
import { emptyLocalSitting, type LocalSitting, type KnownTime } from '../../model/gate/notice-view.ts';

export interface ExamNotices {
  /** Notices of the user's exams, homework and mock tests; null until the first are read. */
  readonly items: readonly PlanNotice[] | null;
  /**
   * Origin of `items`. `asking`: this PC, if it has any, while the server is asked for the first time. `device`: this PC, because the server could
   * not be reached. `failed`: neither has any. `signedOut`: the session is lost, so they come from this PC.
   */
  readonly source: 'asking' | 'server' | 'device' | 'failed' | 'signedOut';
  readonly now: () => KnownTime;
  readonly getLocalSitting: (planId: number) => LocalSitting;
  readonly refresh: () => void;
}

interface StoredNotices {
  readonly items: readonly PlanNotice[] | null;
  readonly source: ExamNotices['source'];
  /** Server time at the moment when `performance.now()` was 0, by the server's last reply; null before the first reply. */
  readonly originMs: number | null;
}

const refreshMs = 30_000;
const unknown: StoredNotices = { items: null, source: 'asking', originMs: null };
const noSittings: ReadonlyMap<number, LocalSitting> = new Map();

const papersHere = {
  hasPaper: async (planId: number): Promise<boolean> => (await paperCache.find(planId)) !== undefined,
  hasKey: paperCache.hasKey,
};

/** Reads the sittings of this PC. If the disk cannot be read, returns none, so that the page still shows the notices. */
const readLocalSittings = (userId: number | undefined, known: readonly PlanNotice[]): Promise<ReadonlyMap<number, LocalSitting>> =>
  userId === undefined
    ? Promise.resolve(noSittings)
    : summariseLocalSittings(deviceStore, papersHere, userId, known).catch((error: unknown) => {
        console.error(error);
        return noSittings;
      });

/** Reads the user's exams: first those stored on this PC, then the server's, together with their state on this PC. */
export function useExamNotices(): ExamNotices {
  const user = useAtomValue(sessionUserAtom);
  const userId = user?.id;
  const [known, setKnown] = useState(unknown);
  const [round, setRound] = useState(0);
  // A live query, so that the number of undelivered ops falls as they are delivered. Changes by other tabs appear with the next refresh.
  const local = useDeviceQuery(() => readLocalSittings(userId, known.items ?? []), [userId, round, known.items]);
  const refresh = useCallback(() => setRound((before) => before + 1), []);

  useEffect(() => {
    if (userId === undefined) return undefined;
    const ended = new AbortController();
    const put = (next: Partial<StoredNotices>) => {
      if (!ended.signal.aborted) setKnown((previous) => ({ ...previous, ...next }));
    };
    const read = async () => {
      // A failed read of the notices on this PC must not hide those of the server, and a failed call must not hide those on this PC.
      const vault = await appSession.vault();
      const storedNotices = vault ? await noticeCache.read(userId, vault).catch(() => []) : [];
      if (storedNotices.length > 0)
        setKnown((previous) => (ended.signal.aborted || previous.items ? previous : { ...previous, items: storedNotices }));
      try {
        const { items, serverNow } = await makeCall('/exam/myList', {}, { quiet: true, signal: ended.signal });
        put({ items, source: 'server', originMs: serverNow - performance.now() });
        if (vault) await noticeCache.store(userId, items, vault).catch(console.error);
        if (user && !ended.signal.aborted) await prepareReturnedHomework(user, items).catch(console.error);
      } catch (error) {
        if (ended.signal.aborted) return;
        if (!(error instanceof CallFailure)) throw error;
        if (error.sessionLost && !appSession.reconnecting()) return put({ source: 'signedOut' });
        setKnown((previous) => ({ ...previous, source: previous.items === null && storedNotices.length === 0 ? 'failed' : 'device' }));
      }
    };
    void read();
    const timer = setInterval(refresh, refreshMs);
    window.addEventListener('online', refresh);
    return () => {
      ended.abort();
      clearInterval(timer);
      window.removeEventListener('online', refresh);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a renewed session makes a new `user` object of the same user
  }, [userId, round, refresh]);

  const localOf = useCallback((planId: number) => local?.get(planId) ?? emptyLocalSitting, [local]);
  const { originMs } = known;
  const now = useCallback(
    (): KnownTime =>
      originMs === null ? { nowMs: Date.now(), isConfirmed: false } : { nowMs: originMs + performance.now(), isConfirmed: true },
    [originMs],
  );
  return { items: known.items, source: known.source, now, getLocalSitting: localOf, refresh };
}
