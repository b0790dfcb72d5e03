import type { PracticeAnswer, PracticeQuestion, PracticeScope } from '../../../sync/contract/learning/exercise.ts';
import type { OwnPracticeRecords, PracticePaper, PracticeSitting, PracticeStar } from '../../../sync/contract/learning/practice-own.ts';
import { chooseNewerRecord, type OwnPracticeRecord, isSameRecord } from '../../../sync/domain/learning/practice-own.ts';
import { listNewestAnswers } from '../../../sync/domain/learning/wrong-book.ts';
import { encodeUtf8, decodeUtf8 } from '../../../sync/crypto/bytes.ts';
import type { UnlockedVault } from '../../../sync/crypto/vault.ts';
import type { DeviceDatabase } from '../database/database.ts';
import { practiceKeyPrefix } from '../database/practice-names.ts';
import { guardStorage } from '../database/storage-fault.ts';

export interface PracticePack {
  readonly fetchedMs: number;
  readonly categories: readonly { readonly id: number; readonly category: string }[];
  readonly questions: readonly PracticeQuestion[];
  /**
   * Version tag of each question, in the order of `questions`. The server sends only questions whose tag has changed.
   */
  readonly tags: readonly string[];
  readonly scopes: readonly PracticeScope[];
}
export type StoredPracticeAnswer = PracticeAnswer & { readonly sent: boolean };
type WithSentFlag<T> = T & { readonly sent: boolean };
export interface StoredOwnPractice {
  readonly papers: readonly WithSentFlag<PracticePaper>[];
  readonly sittings: readonly WithSentFlag<PracticeSitting>[];
  readonly stars: readonly WithSentFlag<PracticeStar>[];
}

/** Stores a learner's practice on this device. Only the same credential can read it again. */
export interface PracticeCache {
  storePack(userId: number, pack: PracticePack | null, vault: UnlockedVault): Promise<number>;
  pack(userId: number, vault: UnlockedVault): Promise<{ pack: PracticePack; sizeBytes: number } | null>;
  /** Stores answers and resolves when they are on disk. `sent`: the server has them. */
  note(userId: number, answers: readonly PracticeAnswer[], sent: boolean, vault: UnlockedVault): Promise<void>;
  answers(userId: number, vault: UnlockedVault): Promise<readonly StoredPracticeAnswer[]>;
  /** Stores papers, sittings and favourites of practice that the learner made or changed on this device. Resolves when they are on disk. */
  storeOwn(userId: number, made: OwnPracticeRecords, vault: UnlockedVault): Promise<void>;
  /**
   * Merges the server's state: of each paper, sitting and favourite the later version wins, by the same rule as on the server. Versions that are
   * later on this device are marked as not sent.
   */
  mergeOwn(userId: number, held: OwnPracticeRecords, vault: UnlockedVault): Promise<void>;
  readOwn(userId: number, vault: UnlockedVault): Promise<StoredOwnPractice>;
}

/** Key-value storage of the practice data. */
export interface PracticeStorage {
  get(key: string): Promise<string | undefined>;
  put(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Writes `to` only if the value is still `from` ('' means no value). Resolves with true if it wrote. */
  swap(key: string, from: string, to: string): Promise<boolean>;
}

/** Stores practice data in the settings table of the device database. */
export const createPracticeStorage = (db: DeviceDatabase): PracticeStorage => ({
  get: async (key) => (await guardStorage(() => db.settings.get(key)))?.value,
  put: async (key, value) => void (await guardStorage(() => db.settings.put({ key, value }))),
  remove: (key) => guardStorage(() => db.settings.delete(key)),
  swap: (key, from, to) =>
    guardStorage(() =>
      db.transaction('rw', db.settings, async () => {
        const same = ((await db.settings.get(key))?.value ?? '') === from;
        if (same) await db.settings.put({ key, value: to });
        return same;
      }),
    ),
});

const buildPackKey = (userId: number): string => `${practiceKeyPrefix}Pack/${userId}`;
const buildAnswersKey = (userId: number): string => `${practiceKeyPrefix}Answers/${userId}`;
const buildOwnKey = (userId: number): string => `${practiceKeyPrefix}Own/${userId}`;

export const emptyOwnPractice: StoredOwnPractice & OwnPracticeRecords = { papers: [], sittings: [], stars: [] };
const indexById = <T extends { readonly id: string }>(things: readonly T[]): Map<string, T> =>
  new Map(things.map((thing) => [thing.id, thing]));

function addNewRecords<T extends OwnPracticeRecord>(
  storedRecords: readonly WithSentFlag<T>[],
  newRecords: readonly T[],
): WithSentFlag<T>[] {
  const recordById = indexById(storedRecords);
  for (const record of newRecords) recordById.set(record.id, { ...record, sent: false });
  return [...recordById.values()];
}

function mergeServerRecords<T extends OwnPracticeRecord>(
  storedRecords: readonly WithSentFlag<T>[],
  serverRecords: readonly T[],
): WithSentFlag<T>[] {
  const recordById = indexById(storedRecords);
  for (const record of serverRecords) {
    const storedRecord = recordById.get(record.id);
    const newest = storedRecord === undefined ? record : chooseNewerRecord<T>(record, storedRecord);
    recordById.set(record.id, { ...newest, sent: isSameRecord(newest, record) });
  }
  return [...recordById.values()];
}

/** Creates the cache of practice data. */
export function createPracticeCache(shelf: PracticeStorage): PracticeCache {
  /** Reads a stored value. `value` is null if the key in `vault` cannot decrypt it; `sealed` is the encrypted text in any case. */
  const read = async <T>(key: string, vault: UnlockedVault): Promise<{ value: T | null; sealed: string }> => {
    const sealed = (await shelf.get(key)) ?? '';
    const bytes = sealed === '' ? undefined : await vault.unwrapBytes(sealed, key);
    return { value: bytes ? (JSON.parse(decodeUtf8(bytes)) as T) : null, sealed };
  };
  /**
   * Finds the storage key that belongs to this vault (the user's encryption key). The same user may have stored unsent data with another credential
   * (an admission ticket or an earlier password). This vault must not overwrite such data; it is sent when that credential is used again.
   */
  const findStored = async <T>(key: string, vault: UnlockedVault): Promise<{ name: string; value: T | null; sealed: string }> => {
    for (let at = 0; ; at += 1) {
      const name = at === 0 ? key : `${key}~${at}`;
      const there = await read<T>(name, vault);
      if (there.sealed === '' || there.value !== null) return { name, ...there };
    }
  };
  /**
   * Changes a stored value. The new value is encrypted first and replaces only the version it was computed from; if another tab was faster, it starts
   * over.
   */
  const change = async <T>(key: string, blank: T, vault: UnlockedVault, to: (before: T) => T): Promise<void> => {
    for (;;) {
      const before = await findStored<T>(key, vault);
      const value = await vault.wrapBytes(encodeUtf8(JSON.stringify(to(before.value ?? blank))), before.name);
      if (await shelf.swap(before.name, before.sealed, value)) return;
    }
  };
  /** The last of this tab's changes to practice data. Each change waits for the one before. */
  let turn: Promise<unknown> = Promise.resolve();
  const runInTurn = (work: () => Promise<void>): Promise<void> => {
    const next = turn.then(work, work);
    turn = next;
    return next;
  };

  return {
    async storePack(userId, pack, vault) {
      const key = buildPackKey(userId);
      if (pack === null) {
        await shelf.remove(key);
        return 0;
      }
      const value = await vault.wrapBytes(encodeUtf8(JSON.stringify(pack)), key);
      await shelf.put(key, value);
      return value.length;
    },
    async pack(userId, vault) {
      const { value, sealed } = await read<PracticePack>(buildPackKey(userId), vault);
      return value && { pack: value, sizeBytes: sealed.length };
    },
    note: (userId, newAnswers, sent, vault) =>
      runInTurn(() =>
        change<readonly StoredPracticeAnswer[]>(buildAnswersKey(userId), [], vault, (before) => {
          const answerById = indexById(before);
          for (const answer of newAnswers)
            answerById.set(answer.id, { ...answer, sent: sent || (answerById.get(answer.id)?.sent ?? false) });
          const newestIds = new Set(listNewestAnswers(answerById.values()).map(({ id }) => id));
          return [...answerById.values()].filter((answer) => !answer.sent || newestIds.has(answer.id));
        }),
      ),
    answers: async (userId, vault) => (await findStored<StoredPracticeAnswer[]>(buildAnswersKey(userId), vault)).value ?? [],
    storeOwn: (userId, newPractice, vault) =>
      runInTurn(() =>
        change<StoredOwnPractice>(buildOwnKey(userId), emptyOwnPractice, vault, (before) => ({
          papers: addNewRecords(before.papers, newPractice.papers),
          sittings: addNewRecords(before.sittings, newPractice.sittings),
          stars: addNewRecords(before.stars, newPractice.stars),
        })),
      ),
    mergeOwn: (userId, serverPractice, vault) =>
      runInTurn(() =>
        change<StoredOwnPractice>(buildOwnKey(userId), emptyOwnPractice, vault, (before) => ({
          papers: mergeServerRecords(before.papers, serverPractice.papers),
          sittings: mergeServerRecords(before.sittings, serverPractice.sittings),
          stars: mergeServerRecords(before.stars, serverPractice.stars),
        })),
      ),
    readOwn: async (userId, vault) => (await findStored<StoredOwnPractice>(buildOwnKey(userId), vault)).value ?? emptyOwnPractice,
  };
}
