import { expect, it } from 'vitest';
import { randomBytes } from '../../../sync/crypto/bytes.ts';
import { openVault } from '../../../sync/crypto/vault.ts';
import { createPracticeCache, type PracticeStorage } from './practice-cache.ts';

function shelfOf(rows: Map<string, string>): PracticeStorage {
  return {
    get: async (key) => rows.get(key),
    put: async (key, value) => void rows.set(key, value),
    remove: async (key) => void rows.delete(key),
    swap: async (key, from, to) => {
      if ((rows.get(key) ?? '') !== from) return false;
      rows.set(key, to);
      return true;
    },
  };
}
const answer = (questionId: number) => ({ id: crypto.randomUUID(), questionId, answeredMs: questionId, correct: true, sittingId: null });

it('unsent practice survives a sign-in with another credential of the same person', async () => {
  const cache = createPracticeCache(shelfOf(new Map()));
  const [byPassword, byTicket] = [await openVault(randomBytes(32)), await openVault(randomBytes(32))];
  const [first, second] = [answer(1), answer(2)];
  const star = { id: crypto.randomUUID(), changedMs: 1, removed: false, questionId: 7 };
  await cache.note(3, [first], false, byPassword);
  await cache.storeOwn(3, { papers: [], sittings: [], stars: [star] }, byPassword);
  expect(await cache.answers(3, byTicket)).toEqual([]);
  // The practice page makes these two calls when it has received the server's answers.
  await cache.note(3, [second], true, byTicket);
  await cache.mergeOwn(3, { papers: [], sittings: [], stars: [] }, byTicket);
  expect(await cache.answers(3, byTicket)).toEqual([{ ...second, sent: true }]);
  expect(await cache.answers(3, byPassword)).toEqual([{ ...first, sent: false }]);
  expect((await cache.readOwn(3, byPassword)).stars).toEqual([{ ...star, sent: false }]);
  await cache.note(3, [second], true, byPassword);
  expect(await cache.answers(3, byPassword)).toHaveLength(2);
});
