import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';
import { toMatchText } from '../../../../sync/domain/plain-text.ts';
import { isSameAnswer } from '../../../../sync/domain/papers/answer-proposal.ts';

export type PaperSheetData = CallOutput<(typeof examCalls)['getSheet']>;
export type SheetItem = PaperSheetData['items'][number];
/** Unsaved typed answers by question id. */
export type TypedSheetAnswers = Readonly<Record<string, readonly string[]>>;

export const getSheetPath = (planId: number, userId: number, sheet?: number): string =>
  `/teacher/exam/exam-plan/sheet/${planId}/${userId}${sheet === undefined ? '' : `?sheet=${sheet}`}`;

/** Readable code printed below the sheet's QR code, for typing by hand. */
export const formatSheetCode = (planId: number, userId: number, sheet: number): string => `${planId}-${userId}-${sheet}`;

/** Parses a sheet's code. Accepts the readable code and the URL in the QR code, as typed or as a scanner sends it. */
export function parseSheetCode(text: string): { planId: number; userId: number; sheet: number } | undefined {
  const meant = toMatchText(text);
  const found =
    /\/sheet\/(\d{1,9})\/(\d{1,9})\?sheet=(\d{1,4})$/.exec(meant) ?? /^(\d{1,9})[-–—\s]+(\d{1,9})[-–—\s]+(\d{1,4})$/.exec(meant);
  return found ? { planId: Number(found[1]), userId: Number(found[2]), sheet: Number(found[3]) } : undefined;
}

export const hasTypedAnswer = (value: readonly string[]): boolean => value.some((text) => text.trim() !== '');

/** Lists the typed answers that differ from the server's, in the order of the paper. */
export const listChangedAnswers = (items: readonly SheetItem[], typed: TypedSheetAnswers): { itemId: string; value: string[] }[] =>
  items.flatMap(({ itemId, value }) => {
    const now = typed[itemId];
    return now === undefined || isSameAnswer(now, value) ? [] : [{ itemId, value: [...now] }];
  });
