import type { DrawSetup } from '../../../../../sync/contract/exams/station-draw.ts';
import { createSeededRandom } from '../../../../seeded-random.ts';

/** Result of a station draw for one examinee. `group` and `round` count from 0. */
export interface DrawnResult {
  readonly userId: number;
  readonly group: number;
  readonly sheet: string;
  readonly visits: readonly { readonly round: number; readonly station: string }[];
}

/**
 * Draws stations and task sheets for `userIds`, in the order of their ticket numbers. The same arguments give the same result; the steps
 * stand in docs/station-draw.md. No station has two examinees in one round, and nobody has two stations in one round. The numbers of
 * examinees of any two task sheets differ by at most one.
 */
export function drawStationPlaces(
  userIds: readonly number[],
  { mode, stations, sheets }: Pick<DrawSetup, 'mode' | 'stations' | 'sheets'>,
  seed: number,
): DrawnResult[] {
  const random = createSeededRandom(seed);
  const people = shuffle(userIds, random);
  const results: DrawnResult[] = [];
  let deck: string[] = [];
  for (let first = 0; first < people.length; first += stations.length) {
    const group = first / stations.length;
    const order = shuffle(stations, random);
    for (const [at, userId] of people.slice(first, first + stations.length).entries()) {
      if (deck.length === 0) deck = shuffle(sheets, random);
      const sheet = deck.shift() ?? '';
      const turns = mode === 'single' ? [0] : order.map((_station, turn) => turn);
      const visits = turns.map((turn) => ({
        round: group * turns.length + turn,
        station: order[(at + turn) % order.length] ?? '',
      }));
      results.push({ userId, group, sheet, visits });
    }
  }
  return results;
}

/** Fisher–Yates from the last element to the second. */
function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const shuffled = [...items];
  for (let at = shuffled.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other] as T, shuffled[at] as T];
  }
  return shuffled;
}
