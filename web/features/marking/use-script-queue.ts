import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useInvalidate } from '../../platform/api/call-query.ts';
import { makeCall, CallFailure } from '../../platform/api/call.ts';
import { useAction } from '../../ui/use-action.ts';
import type { MarkingInput } from './marking-input.ts';
import { type MarkingScript, getScriptPath, type MarkingTaskPlace } from './marking-queries.ts';
import { readLocalMark } from './send-marks.ts';
import type { MarkStorage } from './use-marks.ts';

/** A script shown to its marker, with the marker's draft for this version of the answer. */
export interface ScriptCardState {
  readonly script: MarkingScript;
  readonly draft: MarkingInput | null;
}
interface Cards {
  readonly shown: ScriptCardState | null;
  /** The next script, fetched and rendered hidden while the present one is marked. */
  readonly ahead: ScriptCardState | null;
}

/** Delay of the URL change and of the next prefetch, so that the present script is painted first. */
const afterPaintMs = 60;
const againMs = 3_000;

/** Gives the marker one script after the other, and prefetches the next one. */
export function useScriptQueue(
  { userId, place, marks }: { userId: number; place: MarkingTaskPlace; marks: MarkStorage },
  which: number | 'next' | 'all',
  released: boolean,
) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [cards, setCards] = useState<Cards>({ shown: null, ahead: null });
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { planId, questionId } = place;
  /** Fetches the script `code`; without it the next one, but neither `current` nor one whose mark is still to be sent. */
  const fetchCard = async ({ code, current }: { code?: number | undefined; current?: number }): Promise<ScriptCardState | null> => {
    const onTheWay = await marks.onTheWay(planId);
    const queuedCodes = onTheWay.filter((mark) => mark.questionId === questionId).map((mark) => mark.code);
    const except = [...new Set([...(current === undefined ? [] : [current]), ...queuedCodes])];
    const { script } = await makeCall('/marking/take', { ...place, ...(code === undefined ? { except } : { code }) }, { quiet: true });
    if (script === null) return null;
    const localMark = await readLocalMark(userId, { planId, questionId, code: script.code }, script.basis, onTheWay);
    return { script: { ...script, given: localMark.given ?? script.given }, draft: localMark.begun };
  };
  const { mutate: fetchAhead } = useAction({
    networkMode: 'always',
    mutationFn: (current: number) => fetchCard({ current }),
    onSuccess: (next, current) =>
      setCards((before) => (before.shown?.script.code === current ? { shown: before.shown, ahead: next } : before)),
  });
  const show = (card: ScriptCardState | null) => {
    setCards({ shown: card, ahead: null });
    clearTimeout(later.current);
    if (card === null) return;
    later.current = setTimeout(() => {
      void navigate(getScriptPath(place, card.script.code), { replace: true });
      fetchAhead(card.script.code);
    }, afterPaintMs);
  };
  useEffect(() => () => clearTimeout(later.current), []);
  const take = useAction({
    networkMode: 'always',
    // Retry until the network is back.
    retry: (_count, failure) => failure instanceof CallFailure && failure.network,
    retryDelay: againMs,
    mutationFn: (code: number | undefined) => fetchCard({ code }),
    onSuccess: show,
  });
  const next = () => {
    if (cards.ahead === null) take.mutate(undefined);
    else show(cards.ahead);
  };
  const giveBack = useAction({
    mutationFn: (code: number) => makeCall('/marking/giveBack', { ...place, code }),
    onSuccess: next,
    onSettled: () => invalidate('/marking'),
  });
  const takeRequestedScript = useEffectEvent(() => {
    if (released || which === 'all' || cards.shown?.script.code === which) return;
    take.mutate(which === 'next' ? undefined : which);
  });
  useEffect(() => takeRequestedScript(), [which]);
  return {
    ...cards,
    next,
    // `mutate` is stable, so a memoised list does not render again with each script.
    choose: take.mutate,
    giveBack: (code: number) => giveBack.mutate(code),
    taking: take.isPending,
    /** True while the network is down and the call is being retried. */
    waitsForNetwork: take.isPending && take.failureCount > 0,
    failure: take.error,
    retry: () => take.mutate(take.variables),
    busy: take.isPending || giveBack.isPending,
  };
}
