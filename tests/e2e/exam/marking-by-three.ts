import { markingCalls } from '../../../sync/contract/marking/marking.ts';
import type { ApiClient } from '../rig/api-client.ts';
import { performedItems, findWriter, writtenItems } from './results-exam.ts';

/** The written answer (of examinee `n`, to item `itemId`) to which two markers give very different points. */
export const disputedItems = { n: 4, itemId: '6' };

/** Examinee and item ("n itemId") → total points of each mark, in the order in which the marks were given. */
export type MarkerPointsGiven = Map<string, number[]>;
export const formatMarkKey = (n: number, itemId: string): string => `${n} ${itemId}`;

interface Marker {
  readonly client: ApiClient;
  readonly at: number;
}

/**
 * Returns the points that a marker gives an answer for each of the question's two scoring points. `before`: number of marks that the answer has
 * already. The totals of two marks of an answer differ by at most half a point, except for `disputedItems`.
 */
function pointsBy(n: number, itemId: string, before: number): [number, number] {
  if (n === disputedItems.n && itemId === disputedItems.itemId) return before === 0 ? [3, 3] : [1, 1];
  const base = 1 + ((n + Number(itemId)) % 4) / 2;
  return [base, before % 2 === 0 ? base : base - 0.5];
}

/**
 * Returns the points of an answer's first mark as whole numbers, because the buttons of the page offer only these. The sum of both numbers is that of
 * `pointsBy`.
 */
export function roundPointsBy(n: number, itemId: string): [number, number] {
  const [a, b] = pointsBy(n, itemId, 0);
  return [Math.floor(a), Math.ceil(b)];
}

/** Lets all three markers mark written answers at the same time, until the server gives them no more answers. Returns the number of marks. */
export async function markWritten(
  markers: readonly Marker[],
  at: { planId: number; questionOf: Map<string, number> },
  given: MarkerPointsGiven,
): Promise<number> {
  let marked = 0;
  const work = async ({ client }: Marker): Promise<void> => {
    for (const itemId of writtenItems) {
      const task = { planId: at.planId, questionId: at.questionOf.get(itemId) ?? 0 };
      for (;;) {
        const { script } = await client.call(markingCalls.take, task);
        if (script === null) break;
        const n = findWriter(script.answer);
        const key = formatMarkKey(n, itemId);
        const own = given.get(key) ?? [];
        const points = pointsBy(n, itemId, own.length);
        // Note the points before sending them. Otherwise two markers of one answer at the same moment would both be taken for the first.
        given.set(key, [...own, points[0] + points[1]]);
        const { total } = await client.call(markingCalls.mark, {
          ...task,
          code: script.code,
          basis: script.basis,
          given: { points, veto: [], comment: '' },
        });
        if (total !== points[0] + points[1]) throw new Error(`${total} for ${points.join(' + ')}`);
        marked += 1;
      }
    }
  };
  await Promise.all(markers.map(work));
  return marked;
}

/** Marks performance tasks: each of the three assessors marks every examinee, by name. */
export async function markPerformed(
  markers: readonly Marker[],
  at: { planId: number; questionOf: Map<string, number>; numberOf: (ticketNo: string) => number },
  given: MarkerPointsGiven,
): Promise<void> {
  for (const itemId of performedItems) {
    const task = { planId: at.planId, questionId: at.questionOf.get(itemId) ?? 0 };
    const work = async ({ client, at: nth }: Marker): Promise<void> => {
      for (const { code } of (await client.call(markingCalls.getTask, task)).scripts) {
        const { script } = await client.call(markingCalls.take, { ...task, code });
        if (script?.person == null) throw new Error(`nobody under ${code}`);
        const n = at.numberOf(script.person.ticketNo);
        const points: [number, number] = [2 + (n % 3) / 2, nth === 0 ? 2 : 1.5];
        given.set(formatMarkKey(n, itemId), [...(given.get(formatMarkKey(n, itemId)) ?? []), points[0] + points[1]]);
        await client.call(markingCalls.mark, { ...task, code, basis: script.basis, given: { points, veto: [], comment: '' } });
      }
    };
    await Promise.all(markers.map(work));
  }
}

/** Returns the mean, rounded half up to two decimal places. */
export const computeMean = (points: readonly number[]): number =>
  Math.floor((points.reduce((sum, each) => sum + each, 0) / points.length) * 100 + 0.5 + 1e-9) / 100;
