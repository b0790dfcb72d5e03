import type { PracticeAnswer } from '../../sync/contract/exercise.ts';
import type { OwnPractice } from '../../sync/contract/practice-own.ts';
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

/** Sends what this device has and the server has not. Told twice, an answer counts once; a paper is what it was changed to last. */
export async function deliverPractice(cache: PracticeCache, calls: PracticeCalls, { userId, vault }: PracticeOwner): Promise<void> {
  const waiting = untold(await cache.answers(userId, vault));
  for (let at = 0; at < waiting.length; at += answersAtOnce) {
    const answers = waiting.slice(at, at + answersAtOnce);
    await calls.record({ answers });
    await cache.note(userId, answers, true, vault);
  }
  const own = await cache.own(userId, vault);
  const [papers, sittings] = [untold(own.papers), untold(own.sittings)];
  for (let at = 0; at < Math.max(papers.length, sittings.length); at += ownAtOnce) {
    const told = { papers: papers.slice(at, at + ownAtOnce), sittings: sittings.slice(at, at + ownAtOnce) };
    await cache.adoptOwn(userId, await calls.keepOwn(told), told, vault);
  }
}

/** Takes over what the server was told by any device: afterwards all that asked know the same. */
export async function collectPractice(cache: PracticeCache, calls: PracticeCalls, { userId, vault }: PracticeOwner): Promise<void> {
  const { answers } = await calls.myAnswers();
  await cache.note(userId, answers, true, vault);
  await cache.adoptOwn(userId, await calls.myOwn(), { papers: [], sittings: [] }, vault);
}
