import { expect, it } from 'vitest';
import { getSignatureState } from './signed-sheet.ts';

const signature = { strokes: [[1, 1, 2, 2]], signedMs: 1, points: [5, 3], veto: [1, 0] };

it.each([
  [{ points: [5, 3], veto: [] }, 'unsigned'],
  [{ points: [5, 3], veto: [0, 1], signature }, 'current'],
  [{ points: [5, 2.5], veto: [0, 1], signature }, 'earlier'],
  [{ points: [5, 3], veto: [0], signature }, 'earlier'],
  [{ points: [5, null], veto: [0, 1], signature }, 'earlier'],
] as const)('getSignatureState compares %j with the signed points', (sheet, state) => {
  expect(getSignatureState(sheet as never)).toBe(state);
});
