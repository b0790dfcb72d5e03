import { markingCalls } from '../../../sync/contract/marking.ts';
import type { ApiClient } from '../rig/api-client.ts';
import { performedItems, whoWrote, writtenItems } from './results-exam.ts';

/** Who is given very different points by their two markers, and for which item. */
export const disputed = { n: 4, itemId: '6' };

/** What each answer was given, `n itemId` → points in the order they were given. */
export type Given = Map<string, number[]>;
export const placeOf = (n: number, itemId: string): string => `${n} ${itemId}`;

interface Marker {
  readonly client: ApiClient;
  readonly at: number;
}

/** Points of one marker: never a whole point apart, but for the one answer that is to be disputed. */
function pointsBy(n: number, itemId: string, before: number): [number, number] {
  if (n === disputed.n && itemId === disputed.itemId) return before === 0 ? [3, 3] : [1, 1];
  const base = 1 + ((n + Number(itemId)) % 4) / 2;
  return [base, before % 2 === 0 ? base : base - 0.5];
}

/** What the first marker of somebody gives them at a page, by its buttons: whole points, and as far from the second's as they would be. */
export function wholePointsBy(n: number, itemId: string): [number, number] {
  const [a, b] = pointsBy(n, itemId, 0);
  return [Math.floor(a), Math.ceil(b)];
}

/** Written answers, one after the other until nothing is left for any of them; all three at once. */
export async function markWritten(
  markers: readonly Marker[],
  at: { planId: number; questionOf: Map<string, number> },
  given: Given,
): Promise<number> {
  let marked = 0;
  const work = async ({ client }: Marker): Promise<void> => {
    for (const itemId of writtenItems) {
      const task = { planId: at.planId, questionId: at.questionOf.get(itemId) ?? 0 };
      for (;;) {
        const { script } = await client.call(markingCalls.take, task);
        if (script === null) break;
        const n = whoWrote(script.answer);
        const key = placeOf(n, itemId);
        const own = given.get(key) ?? [];
        const points = pointsBy(n, itemId, own.length);
        // Said before it is sent: two who mark one answer at once must not both think they are the first.
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

/** What is performed: each of the three marks everybody, whom they see. */
export async function markPerformed(
  markers: readonly Marker[],
  at: { planId: number; questionOf: Map<string, number>; numberOf: (ticketNo: string) => number },
  given: Given,
): Promise<void> {
  for (const itemId of performedItems) {
    const task = { planId: at.planId, questionId: at.questionOf.get(itemId) ?? 0 };
    const work = async ({ client, at: nth }: Marker): Promise<void> => {
      for (const { code } of (await client.call(markingCalls.getTask, task)).scripts) {
        const { script } = await client.call(markingCalls.take, { ...task, code });
        if (script?.person == null) throw new Error(`nobody under ${code}`);
        const n = at.numberOf(script.person.ticketNo);
        const points: [number, number] = [2 + (n % 3) / 2, nth === 0 ? 2 : 1.5];
        given.set(placeOf(n, itemId), [...(given.get(placeOf(n, itemId)) ?? []), points[0] + points[1]]);
        await client.call(markingCalls.mark, { ...task, code, basis: script.basis, given: { points, veto: [], comment: '' } });
      }
    };
    await Promise.all(markers.map(work));
  }
}

/** The mean, half up to a hundredth, as a person would say it. */
export const meanOf = (points: readonly number[]): number =>
  Math.floor((points.reduce((sum, each) => sum + each, 0) / points.length) * 100 + 0.5 + 1e-9) / 100;
