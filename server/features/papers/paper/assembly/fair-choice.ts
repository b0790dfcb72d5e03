import type { FairRandomSource } from '../random-source.ts';

export interface UnitClass {
  readonly units: readonly number[];
}

/**
 * Draws units (questions, or groups of near-duplicates) at random: `needs[i]` units of class i, a set of questions that no quota tells apart. Each
 * unit of a class is equally likely, and no unit is drawn twice even if it lies in several classes (`isSpanning`). If one class took a unit that
 * another needs, units are exchanged along an alternating path. Returns undefined if the needs cannot be met.
 */
export function chooseUnits(
  classes: readonly UnitClass[],
  needs: readonly number[],
  isSpanning: (unit: number) => boolean,
  source: FairRandomSource,
): number[][] | undefined {
  const decks = classes.map((each) => createLazyDeck(each.units, source));
  const unitsByClass = classes.map(() => new Set<number>());
  /** Maps each drawn unit that lies in several classes to the class that took it. */
  const holder = new Map<number, number>();

  const takeFree = (at: number): boolean => {
    for (let unit = decks[at]?.next(); unit !== undefined; unit = decks[at]?.next()) {
      if (isSpanning(unit)) {
        if (holder.has(unit)) continue;
        holder.set(unit, at);
      }
      unitsByClass[at]?.add(unit);
      return true;
    }
    return false;
  };
  /** Gets one more unit for a class whose deck is used up: a unit that another class has taken, or one that this class skipped earlier. */
  const augment = (at: number, visited: Set<number>): boolean => {
    for (const unit of classes[at]?.units ?? []) {
      if (!isSpanning(unit) || visited.has(unit)) continue;
      const other = holder.get(unit);
      if (other === at) continue;
      visited.add(unit);
      if (other !== undefined) {
        unitsByClass[other]?.delete(unit);
        if (!takeFree(other) && !augment(other, visited)) {
          unitsByClass[other]?.add(unit);
          continue;
        }
      }
      holder.set(unit, at);
      unitsByClass[at]?.add(unit);
      return true;
    }
    return false;
  };

  for (const [at, need] of needs.entries())
    for (let count = 0; count < need; count += 1) if (!takeFree(at) && !augment(at, new Set())) return undefined;
  return unitsByClass.map((units) => [...units]);
}

/** Creates a deck of cards (units to draw) that is shuffled (Fisher–Yates) only as far as `next` has dealt cards. */
function createLazyDeck(units: readonly number[], source: FairRandomSource): { next(): number | undefined } {
  /** Cards that the shuffle has moved, by their new place. All other cards are still at their index in `units`. */
  const moved = new Map<number, number>();
  const getCard = (place: number): number => moved.get(place) ?? units[place] ?? 0;
  let remaining = units.length;
  return {
    next() {
      if (remaining === 0) return undefined;
      const place = source.nextInteger(remaining);
      remaining -= 1;
      const card = getCard(place);
      moved.set(place, getCard(remaining));
      return card;
    },
  };
}

/** Shuffles a whole list (Fisher–Yates). */
export function shuffleAll<T>(items: readonly T[], source: FairRandomSource): T[] {
  const deck = [...items];
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const place = source.nextInteger(last + 1);
    [deck[last], deck[place]] = [deck[place] as T, deck[last] as T];
  }
  return deck;
}
