import { useSyncExternalStore } from 'react';
import type { AnswerValue } from '../../../../sync/engine/ops.ts';
import { answerIn, isFlagged, type DeskSnapshot, type SittingDesk } from '../model/sitting-desk.ts';

const none: AnswerValue = [];

/** A figure or word of the snapshot: whoever shows no more than that is drawn anew only when it changes. */
export const useDesk = <T extends string | number | boolean | null>(desk: SittingDesk, read: (at: DeskSnapshot) => T): T =>
  useSyncExternalStore(desk.subscribe, () => read(desk.snapshot()));

/** Each hook rerenders its caller only when what it reads has changed. */
export const useSnapshot = (desk: SittingDesk): DeskSnapshot => useSyncExternalStore(desk.subscribe, desk.snapshot);

export const useAnswer = (desk: SittingDesk, itemId: string): AnswerValue =>
  useSyncExternalStore(desk.subscribe, () => answerIn(desk.snapshot(), itemId) ?? none);

export const useFlag = (desk: SittingDesk, itemId: string): boolean =>
  useSyncExternalStore(desk.subscribe, () => isFlagged(desk.snapshot(), itemId));
