import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useInvalidate } from '../../platform/api/call-query.ts';
import { makeCall, CallFailure } from '../../platform/api/call.ts';
import { useAction } from '../../ui/use-action.ts';
import { getWholeScriptPath } from './marking-queries.ts';
import { readLocalMark } from './send-marks.ts';
import type { MarkStorage } from './use-marks.ts';
import type { ScriptCardState } from './use-script-queue.ts';

/** All written answers of one examinee, as shown to the marker. */
export interface WholeScript {
  readonly code: number;
  readonly answers: readonly { readonly questionId: number; readonly card: ScriptCardState }[];
}

const againMs = 3_000;

/** Gives the marker one examinee after the other with all written answers. `which` null means the next examinee. */
export function useWholeScript({ userId, planId, marks }: { userId: number; planId: number; marks: MarkStorage }, which: number | null) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [paper, setPaper] = useState<WholeScript | null>(null);
  /** Questions of this examinee that are marked already, on this page or before. */
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [at, setAt] = useState(0);
  const take = useAction({
    networkMode: 'always',
    // Retry until the network is back.
    retry: (_count, failure) => failure instanceof CallFailure && failure.network,
    retryDelay: againMs,
    mutationFn: async ({ code, done }: { code?: number; done?: number }): Promise<WholeScript | null> => {
      const onTheWay = await marks.onTheWay(planId);
      const except = [...new Set([...(done === undefined ? [] : [done]), ...onTheWay.map((mark) => mark.code)])];
      const asked = code === undefined ? { planId, except } : { planId, code };
      const taken = (await makeCall('/marking/takeWhole', asked, { quiet: true })).paper;
      if (taken === null) return null;
      const answers = [];
      for (const { questionId, script } of taken.scripts) {
        const here = await readLocalMark(userId, { planId, questionId, code: script.code }, script.basis, onTheWay);
        answers.push({ questionId, card: { script: { ...script, given: here.given ?? script.given }, begun: here.begun } });
      }
      return { code: taken.code, answers };
    },
    onSuccess: (next) => {
      const given = (next?.answers ?? []).filter(({ card }) => card.script.given !== null).map(({ questionId }) => questionId);
      const first = (next?.answers ?? []).findIndex(({ questionId }) => !given.includes(questionId));
      setPaper(next);
      setMarked(new Set(given));
      setAt(Math.max(0, first));
      if (next !== null) void navigate(getWholeScriptPath(planId, next.code), { replace: true });
    },
  });
  const wanted = useEffectEvent(() => {
    if (which === null || paper?.code !== which) take.mutate(which === null ? {} : { code: which });
  });
  useEffect(() => wanted(), [which]);
  const giveBack = useAction({
    mutationFn: async () => {
      for (const { questionId, card } of paper?.answers ?? [])
        if (!marked.has(questionId)) await makeCall('/marking/giveBack', { planId, questionId, code: card.script.code });
    },
    onSuccess: () => take.mutate(paper === null ? {} : { done: paper.code }),
    onSettled: () => invalidate('/marking'),
  });
  return {
    paper,
    marked,
    at,
    go: setAt,
    /** Moves on after a question: to the next unmarked question, or else to the next examinee. */
    next: (questionId: number) => {
      if (paper === null) return;
      const now = new Set([...marked, questionId]);
      const open = paper.answers.map((answer, index) => (now.has(answer.questionId) ? -1 : index)).filter((index) => index >= 0);
      const following = open.find((index) => index > at) ?? open[0];
      setMarked(now);
      if (following === undefined) take.mutate({ done: paper.code });
      else setAt(following);
    },
    giveBack: giveBack.mutate,
    taking: take.isPending,
    waitsForNetwork: take.isPending && take.failureCount > 0,
    failure: take.error,
    again: () => take.mutate(take.variables ?? {}),
    busy: take.isPending || giveBack.isPending,
  };
}
