import { useSyncExternalStore } from 'react';
import type { AnswerValue } from '../../../../sync/engine/ops.ts';
import { answerIn, isFlagged, type DeskSnapshot, type SittingDesk } from '../model/sitting-desk.ts';

const none: AnswerValue = [];

/** Reads a primitive value from the snapshot and renders the caller only when that value changes. */
export const useDesk = <T extends string | number | boolean | null>(desk: SittingDesk, read: (at: DeskSnapshot) => T): T =>
  useSyncExternalStore(desk.subscribe, () => read(desk.snapshot()));

/** Reads the whole snapshot; the caller renders on every change. */
export const useSnapshot = (desk: SittingDesk): DeskSnapshot => useSyncExternalStore(desk.subscribe, desk.snapshot);

export const useAnswer = (desk: SittingDesk, itemId: string): AnswerValue =>
  useSyncExternalStore(desk.subscribe, () => answerIn(desk.snapshot(), itemId) ?? none);

export const useFlag = (desk: SittingDesk, itemId: string): boolean =>
  useSyncExternalStore(desk.subscribe, () => isFlagged(desk.snapshot(), itemId));
