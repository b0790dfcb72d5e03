import type { PracticeAnswer, PracticeQuestion } from '../../sync/contract/exercise.ts';
import { utf8, utf8Text } from '../../sync/seal/bytes.ts';
import type { UnlockedVault } from '../../sync/seal/vault.ts';
import type { DeviceDatabase } from './database.ts';
import { guarded } from './storage-fault.ts';

export interface PracticePack {
  readonly fetchedMs: number;
  readonly categories: readonly { readonly id: number; readonly category: string }[];
  readonly questions: readonly PracticeQuestion[];
}

/** What this device holds of one person's practice, readable again only with their own credential. */
export interface PracticeCache {
  keepPack(userId: number, pack: PracticePack | null, vault: UnlockedVault): Promise<number>;
  pack(userId: number, vault: UnlockedVault): Promise<{ pack: PracticePack; sizeBytes: number } | null>;
  /** Answers given here; those that the server has are `sent`. One more is on disk when this resolves. */
  note(userId: number, answers: readonly PracticeAnswer[], sent: boolean, vault: UnlockedVault): Promise<void>;
  answers(userId: number, vault: UnlockedVault): Promise<readonly KeptAnswer[]>;
}
export type KeptAnswer = PracticeAnswer & { readonly sent: boolean };

const packKey = (userId: number): string => `practicePack/${userId}`;
const answersKey = (userId: number): string => `practiceAnswers/${userId}`;

export function createPracticeCache(db: DeviceDatabase): PracticeCache {
  const read = async (key: string, vault: UnlockedVault): Promise<{ text: string; size: number } | null> => {
    const row = await guarded(() => db.settings.get(key));
    const bytes = row && (await vault.unwrapBytes(row.value, key));
    return bytes ? { text: utf8Text(bytes), size: row.value.length } : null;
  };
  /** One after the other in this tab: each begins with what the one before it wrote. */
  let turn: Promise<unknown> = Promise.resolve();
  const answers = async (userId: number, vault: UnlockedVault): Promise<KeptAnswer[]> => {
    const found = await read(answersKey(userId), vault);
    return found === null ? [] : (JSON.parse(found.text) as KeptAnswer[]);
  };

  return {
    async keepPack(userId, pack, vault) {
      const key = packKey(userId);
      if (pack === null) {
        await guarded(() => db.settings.delete(key));
        return 0;
      }
      const value = await vault.wrapBytes(utf8(JSON.stringify(pack)), key);
      await guarded(() => db.settings.put({ key, value }));
      return value.length;
    },
    async pack(userId, vault) {
      const found = await read(packKey(userId), vault);
      return found && { pack: JSON.parse(found.text) as PracticePack, sizeBytes: found.size };
    },
    note(userId, given, sent, vault) {
      const work = async (): Promise<void> => {
        const all = new Map((await answers(userId, vault)).map((answer) => [answer.id, answer]));
        for (const answer of given) all.set(answer.id, { ...answer, sent: sent || (all.get(answer.id)?.sent ?? false) });
        const key = answersKey(userId);
        const value = await vault.wrapBytes(utf8(JSON.stringify([...all.values()])), key);
        await guarded(() => db.settings.put({ key, value }));
      };
      const next = turn.then(work, work);
      turn = next;
      return next;
    },
    answers,
  };
}
