import type { PracticeAnswer } from '../../sync/contract/exercise.ts';
import { ownKinds, type OwnPractice } from '../../sync/contract/practice-own.ts';
import { mostAnswers } from '../../sync/machines/wrong-book.ts';
import type { UnlockedVault } from '../../sync/seal/vault.ts';
import type { PracticeCache } from './practice-cache.ts';

/** The calls that carry practice. */
export interface PracticeCalls {
  record(input: { answers: PracticeAnswer[] }): Promise<unknown>;
  myAnswers(): Promise<{ answers: PracticeAnswer[] }>;
  keepOwn(input: OwnPractice): Promise<OwnPractice>;
  myOwn(): Promise<OwnPractice>;
}

export interface PracticeOwner {
  readonly userId: number;
  readonly vault: UnlockedVault;
}

const answersAtOnce = 500;
const ownAtOnce = 50;
const untold = <T extends { readonly sent: boolean }>(things: readonly T[]): Omit<T, 'sent'>[] =>
  things.filter((thing) => !thing.sent).map(({ sent: _, ...thing }) => thing);

/** Of what was told once, what is held no more. */
function lostOf<T extends { readonly id: string; readonly sent: boolean }>(
  kept: readonly T[],
  held: readonly { readonly id: string }[],
): Omit<T, 'sent'>[] {
  const ids = new Set(held.map(({ id }) => id));
  return kept.flatMap(({ sent, ...thing }) => (sent && !ids.has(thing.id) ? [thing] : []));
}

/** Sends what this device has and the server has not. Told twice, an answer counts once; a paper is what it was changed to last. */
export async function deliverPractice(cache: PracticeCache, calls: PracticeCalls, { userId, vault }: PracticeOwner): Promise<void> {
  const waiting = untold(await cache.answers(userId, vault));
  for (let at = 0; at < waiting.length; at += answersAtOnce) {
    const answers = waiting.slice(at, at + answersAtOnce);
    await calls.record({ answers });
    await cache.note(userId, answers, true, vault);
  }
  const own = await cache.own(userId, vault);
  await tellOwn(cache, calls, { userId, vault }, { papers: untold(own.papers), sittings: untold(own.sittings), stars: untold(own.stars) });
}

/**
 * Takes over what the server was told by any device: afterwards all that asked know the same. What it was told by this one and has no more (it was
 * put back to an older day) is told again.
 */
export async function collectPractice(cache: PracticeCache, calls: PracticeCalls, { userId, vault }: PracticeOwner): Promise<void> {
  const { answers } = await calls.myAnswers();
  await cache.note(userId, answers, true, vault);
  // Where it told as many as it ever tells, older ones may be there untold.
  if (answers.length < mostAnswers) {
    const gone = lostOf(await cache.answers(userId, vault), answers);
    for (let at = 0; at < gone.length; at += answersAtOnce) await calls.record({ answers: gone.slice(at, at + answersAtOnce) });
  }
  const held = await calls.myOwn();
  await cache.adoptOwn(userId, held, vault);
  const own = await cache.own(userId, vault);
  const lost = {
    papers: [...untold(own.papers), ...lostOf(own.papers, held.papers)],
    sittings: [...untold(own.sittings), ...lostOf(own.sittings, held.sittings)],
    stars: [...untold(own.stars), ...lostOf(own.stars, held.stars)],
  };
  await tellOwn(cache, calls, { userId, vault }, lost);
}

/** A part of each kind at a time. */
async function tellOwn(cache: PracticeCache, calls: PracticeCalls, { userId, vault }: PracticeOwner, own: OwnPractice): Promise<void> {
  const most = Math.max(...ownKinds.map((kind) => own[kind].length));
  for (let at = 0; at < most; at += ownAtOnce) {
    const part = <T>(things: readonly T[]): T[] => things.slice(at, at + ownAtOnce);
    const told = { papers: part(own.papers), sittings: part(own.sittings), stars: part(own.stars) };
    await cache.adoptOwn(userId, await calls.keepOwn(told), vault);
  }
}
