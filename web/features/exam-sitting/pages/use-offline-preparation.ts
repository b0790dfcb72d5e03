import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { prepareSeat } from '../model/gate/seat.ts';
import { loadAnswerCodesButton } from '../parts/hand-in/answer-codes-part.ts';
import { prepareReturnedHomework } from '../parts/gate/returned-homework.ts';
import type { OfflinePreparation } from '../parts/assigned-work/homework-row.tsx';
import { createExamEntryPorts } from '../parts/gate/exam-entry-ports.ts';
import { classifyEntryFailure, createSeatPorts } from '../parts/gate/seat-ports.ts';

/** Stores seat, sealed paper and the paper's key on this PC, so that homework or a mock test can be done and handed in without a network. */
export function useOfflinePreparation(onTaken: () => void): OfflinePreparation {
  const user = useAtomValue(sessionUserAtom);
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map());
  return {
    getState: (planId) => ({ busy: busy.has(planId), failed: failed.get(planId) ?? null }),
    async prepare(notices) {
      if (user === null) return;
      setBusy(new Set(notices.map((notice) => notice.planId)));
      setFailed(new Map());
      // Also load the code of the player, the receipt, photos and QR codes, because nothing can be loaded without a network.
      await Promise.all([
        import('./player-route.tsx'),
        import('../parts/hand-in/handed-in.tsx'),
        import('../parts/answers/files-field.tsx'),
        loadAnswerCodesButton(),
        import('../../../platform/exam-device/attempt-files.ts'),
      ]).catch(() => undefined);
      const seat = await createSeatPorts(user);
      for (const notice of notices) {
        try {
          await prepareSeat(seat, notice, false, () => undefined);
          await createExamEntryPorts(user).release(notice.planId);
          await prepareReturnedHomework(user, [notice]);
        } catch (error) {
          const reason = classifyEntryFailure(error)?.message ?? (error instanceof Error ? error.message : String(error));
          setFailed((before) => new Map(before).set(notice.planId, reason));
        }
        setBusy((before) => new Set([...before].filter((planId) => planId !== notice.planId)));
      }
      onTaken();
    },
  };
}
