import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import type { SetNotice } from '../model/homework-view.ts';
import { prepareSeat } from '../model/seat.ts';
import { answerCodesPart } from './answer-codes-part.ts';
import { hearReturned } from './hear-returned.ts';
import { gatePorts } from './gate-ports.ts';
import { failureOf, seatPorts } from './seat-ports.ts';

export interface TakeAlong {
  /** Returns for each plan whether it is being fetched, and why the last try failed. */
  readonly stateOf: (planId: number) => { readonly busy: boolean; readonly failed: string | null };
  readonly take: (notices: readonly SetNotice[]) => Promise<void>;
}

/** Stores seat, sealed paper and key on this PC, so that homework or a mock test can be done and handed in without a network. */
export function useTakeAlong(onTaken: () => void): TakeAlong {
  const user = useAtomValue(sessionUserAtom);
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map());
  return {
    stateOf: (planId) => ({ busy: busy.has(planId), failed: failed.get(planId) ?? null }),
    async take(notices) {
      if (user === null) return;
      setBusy(new Set(notices.map((notice) => notice.planId)));
      setFailed(new Map());
      // Also load the code of the player, the receipt, photos and QR codes, because nothing can be loaded without a network.
      await Promise.all([
        import('../pages/player-page.tsx'),
        import('./handed-in.tsx'),
        import('./files-field.tsx'),
        answerCodesPart(),
        import('../../../platform/attempt-files.ts'),
      ]).catch(() => undefined);
      const seat = await seatPorts(user);
      for (const notice of notices) {
        try {
          await prepareSeat(seat, notice, false, () => undefined);
          await gatePorts(user).release(notice.planId);
          await hearReturned(user, [notice]);
        } catch (error) {
          const reason = failureOf(error)?.message ?? (error instanceof Error ? error.message : String(error));
          setFailed((before) => new Map(before).set(notice.planId, reason));
        }
        setBusy((before) => new Set([...before].filter((planId) => planId !== notice.planId)));
      }
      onTaken();
    },
  };
}
