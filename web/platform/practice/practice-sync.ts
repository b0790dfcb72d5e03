import type { PracticeAnswer, exerciseCalls } from '../../../sync/contract/learning/exercise.ts';
import { ownRecordKinds, type OwnPracticeRecords } from '../../../sync/contract/learning/practice-own.ts';
import { maxEvaluatedAnswers } from '../../../sync/domain/learning/wrong-book.ts';
import type { UnlockedVault } from '../../../sync/crypto/vault.ts';
import { type PracticeCache, type PracticePack, createPracticeCache, createPracticeStorage } from './practice-cache.ts';
import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import { deviceDatabase } from '../journal/device-database.ts';

/** Calls that transfer practice data. */
export interface PracticeCalls {
  record(input: { answers: PracticeAnswer[] }): Promise<unknown>;
  fetchAnswers(): Promise<{ answers: PracticeAnswer[] }>;
  sendOwn(input: OwnPracticeRecords): Promise<OwnPracticeRecords>;
  fetchOwn(): Promise<OwnPracticeRecords>;
}

export interface PracticeOwner {
  readonly userId: number;
  readonly vault: UnlockedVault;
}

const answersAtOnce = 500;
const ownAtOnce = 50;
const listUnsent = <T extends { readonly sent: boolean }>(things: readonly T[]): Omit<T, 'sent'>[] =>
  things.filter((thing) => !thing.sent).map(({ sent: _, ...thing }) => thing);

/** Returns practice records that this device sent earlier but that the server no longer has. */
function listLostRecords<T extends { readonly id: string; readonly sent: boolean }>(
  kept: readonly T[],
  held: readonly { readonly id: string }[],
): Omit<T, 'sent'>[] {
  const ids = new Set(held.map(({ id }) => id));
  return kept.flatMap(({ sent, ...thing }) => (sent && !ids.has(thing.id) ? [thing] : []));
}

/** Sends practice data that the server does not have yet. The server counts a repeated answer once; of several changes to a paper, the last wins. */
export async function deliverPractice(cache: PracticeCache, calls: PracticeCalls, { userId, vault }: PracticeOwner): Promise<void> {
  const waiting = listUnsent(await cache.answers(userId, vault));
  for (let start = 0; start < waiting.length; start += answersAtOnce) {
    const answers = waiting.slice(start, start + answersAtOnce);
    await calls.record({ answers });
    await cache.note(userId, answers, true, vault);
  }
  const own = await cache.readOwn(userId, vault);
  await sendOwn(
    cache,
    calls,
    { userId, vault },
    { papers: listUnsent(own.papers), sittings: listUnsent(own.sittings), stars: listUnsent(own.stars) },
  );
}

/**
 * Merges the practice data that the server received from all devices. Data that this device sent but the server no longer has (after a restore
 * from a backup) is sent again.
 */
export async function collectPractice(cache: PracticeCache, calls: PracticeCalls, { userId, vault }: PracticeOwner): Promise<void> {
  const { answers } = await calls.fetchAnswers();
  await cache.note(userId, answers, true, vault);
  // If the server returned its maximum number of answers, older ones may exist there, so missing answers prove nothing.
  if (answers.length < maxEvaluatedAnswers) {
    const lostAnswers = listLostRecords(await cache.answers(userId, vault), answers);
    for (let start = 0; start < lostAnswers.length; start += answersAtOnce)
      await calls.record({ answers: lostAnswers.slice(start, start + answersAtOnce) });
  }
  const serverPractice = await calls.fetchOwn();
  await cache.mergeOwn(userId, serverPractice, vault);
  const localPractice = await cache.readOwn(userId, vault);
  const lostPractice = {
    papers: [...listUnsent(localPractice.papers), ...listLostRecords(localPractice.papers, serverPractice.papers)],
    sittings: [...listUnsent(localPractice.sittings), ...listLostRecords(localPractice.sittings, serverPractice.sittings)],
    stars: [...listUnsent(localPractice.stars), ...listLostRecords(localPractice.stars, serverPractice.stars)],
  };
  await sendOwn(cache, calls, { userId, vault }, lostPractice);
}

/** Sends papers, sittings and favourites, at most `ownAtOnce` of each in one call. */
async function sendOwn(
  cache: PracticeCache,
  calls: PracticeCalls,
  { userId, vault }: PracticeOwner,
  own: OwnPracticeRecords,
): Promise<void> {
  const maxCount = Math.max(...ownRecordKinds.map((kind) => own[kind].length));
  for (let start = 0; start < maxCount; start += ownAtOnce) {
    const takePart = <T>(things: readonly T[]): T[] => things.slice(start, start + ownAtOnce);
    const sentPart = { papers: takePart(own.papers), sittings: takePart(own.sittings), stars: takePart(own.stars) };
    await cache.mergeOwn(userId, await calls.sendOwn(sentPart), vault);
  }
}

type GetPack = (typeof exerciseCalls)['getPack'];
type StoredTags = NonNullable<CallInput<GetPack>['have']>;

const listTaggedQuestions = (pack: PracticePack | null) =>
  pack?.questions.flatMap((question, at) => ({ question, tag: pack.tags[at] ?? '' })) ?? [];

/** Lists ids and version tags of the stored questions, so that the server does not send them again. */
export const listPackTags = (pack: PracticePack | null): StoredTags =>
  listTaggedQuestions(pack).flatMap(({ question, tag }): StoredTags => (tag === '' ? [] : [[question.id, tag]]));

/** Merges the questions that were sent with the stored ones that the server reports as unchanged. */
export function mergePack(
  before: PracticePack | null,
  { questions, tags, same }: Pick<CallOutput<GetPack>, 'questions' | 'tags' | 'same'>,
): Required<Pick<PracticePack, 'questions' | 'tags'>> {
  const stays = new Set(same);
  const all = [
    ...listTaggedQuestions(before).filter(({ question }) => stays.has(question.id)),
    ...questions.map((question, at) => ({ question, tag: tags[at] ?? '' })),
  ].toSorted((a, b) => a.question.id - b.question.id);
  return { questions: all.map(({ question }) => question), tags: all.map(({ tag }) => tag) };
}

/** The cache of practice data is created in this file and not in `device.ts`, because the exam page does not need it. */
export const practiceCache = createPracticeCache(createPracticeStorage(deviceDatabase));
