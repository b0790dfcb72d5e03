import { useSyncExternalStore } from 'react';
import type { AnswerValue } from '../../../../../sync/engine/ops/ops.ts';
import { getCurrentAnswer, isItemFlagged, type SittingSnapshot, type SittingController } from '../../model/sitting-controller.ts';

const none: AnswerValue = [];

/** Reads a primitive value from the snapshot and renders the caller only when that value changes. */
export const useSittingValue = <T extends string | number | boolean | null>(desk: SittingController, read: (at: SittingSnapshot) => T): T =>
  useSyncExternalStore(desk.subscribe, () => read(desk.snapshot()));

/** Reads the whole snapshot; the caller renders on every change. */
export const useSittingSnapshot = (desk: SittingController): SittingSnapshot => useSyncExternalStore(desk.subscribe, desk.snapshot);

export const useItemAnswer = (desk: SittingController, itemId: string): AnswerValue =>
  useSyncExternalStore(desk.subscribe, () => getCurrentAnswer(desk.snapshot(), itemId) ?? none);

export const useItemFlag = (desk: SittingController, itemId: string): boolean =>
  useSyncExternalStore(desk.subscribe, () => isItemFlagged(desk.snapshot(), itemId));
