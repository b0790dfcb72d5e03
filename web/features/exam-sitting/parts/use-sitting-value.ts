import { useSyncExternalStore, useEffect, useReducer } from 'react';
import type { AnswerValue } from '../../../../sync/engine/ops/ops.ts';
import { getCurrentAnswer, isItemFlagged, type SittingSnapshot, type SittingController } from '../model/sitting-controller.ts';
import type { KnownTime } from '../model/gate/notice-view.ts';

const none: AnswerValue = [];

/** Reads a primitive value from the attempt's snapshot, and renders the caller only when that value changes. */
export const useSittingValue = <T extends string | number | boolean | null>(
  controller: SittingController,
  read: (at: SittingSnapshot) => T,
): T => useSyncExternalStore(controller.subscribe, () => read(controller.snapshot()));

/** Reads the whole snapshot of the attempt; the caller renders on every change. */
export const useSittingSnapshot = (controller: SittingController): SittingSnapshot =>
  useSyncExternalStore(controller.subscribe, controller.snapshot);

export const useItemAnswer = (controller: SittingController, itemId: string): AnswerValue =>
  useSyncExternalStore(controller.subscribe, () => getCurrentAnswer(controller.snapshot(), itemId) ?? none);

export const useItemFlag = (controller: SittingController, itemId: string): boolean =>
  useSyncExternalStore(controller.subscribe, () => isItemFlagged(controller.snapshot(), itemId));

const knownTimeMs = 5_000;

/** Returns the time from `read` and renders again every five seconds. Use it for display only, never for decisions about the exam. */
export function useKnownTime(read: () => KnownTime): KnownTime {
  const [, renderAgain] = useReducer((round: number) => round + 1, 0);
  useEffect(() => {
    const timer = setInterval(renderAgain, knownTimeMs);
    return () => clearInterval(timer);
  }, []);
  return read();
}
