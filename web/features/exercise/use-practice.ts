import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import type { PracticeAnswer } from '../../../sync/contract/exercise.ts';
import { call } from '../../platform/call.ts';
import { practice, session } from '../../platform/device.ts';
import type { KeptAnswer, PracticePack } from '../../platform/practice-cache.ts';
import { sessionUserAtom } from '../../platform/session-atoms.ts';

export interface Practice {
  /** Null while it is read; `failed`: neither the server nor this PC has anything. */
  readonly state: 'loading' | 'here' | 'offline' | 'failed';
  readonly pack: PracticePack | null;
  readonly sizeBytes: number;
  readonly answers: readonly KeptAnswer[];
  /** Fetches the pack anew. */
  readonly update: () => Promise<void>;
  readonly remove: () => Promise<void>;
  /** On disk when it resolves; sent by itself. */
  readonly answer: (answer: PracticeAnswer) => Promise<void>;
}

const atOnce = 500;

/** Sends what this PC has and the server has not; told twice, an answer counts once. */
async function deliver(userId: number): Promise<void> {
  const vault = await session.vault();
  if (!vault) return;
  const waiting = (await practice.answers(userId, vault)).filter((answer) => !answer.sent);
  for (let at = 0; at < waiting.length; at += atOnce) {
    const some = waiting.slice(at, at + atOnce).map(({ id, questionId, answeredMs, correct }) => ({ id, questionId, answeredMs, correct }));
    await call('/exercise/record', { answers: some }, { quiet: true });
    await practice.note(userId, some, true, vault);
  }
}

/** One's practice: the pack and the answers of this PC, with what other devices told the server. */
export function usePractice(): Practice {
  const userId = useAtomValue(sessionUserAtom)?.id;
  const [known, setKnown] = useState<Pick<Practice, 'state' | 'pack' | 'sizeBytes' | 'answers'>>({
    state: 'loading',
    pack: null,
    sizeBytes: 0,
    answers: [],
  });

  const reread = useCallback(async () => {
    const vault = await session.vault();
    if (userId === undefined || !vault) return null;
    const kept = await practice.pack(userId, vault).catch(() => null);
    const answers = await practice.answers(userId, vault).catch(() => []);
    setKnown((before) => ({ ...before, pack: kept?.pack ?? null, sizeBytes: kept?.sizeBytes ?? 0, answers }));
    return { vault, kept };
  }, [userId]);

  const update = useCallback(async () => {
    const here = await reread();
    if (!here || userId === undefined) return;
    try {
      const [{ items }, { questions }] = await Promise.all([
        call('/exercise/myCategories', {}, { quiet: true }),
        call('/exercise/getPack', {}, { quiet: true }),
      ]);
      const pack = { fetchedMs: Date.now(), categories: items.map(({ id, category }) => ({ id, category })), questions };
      await practice.keepPack(userId, pack, here.vault);
      await deliver(userId);
      const { answers } = await call('/exercise/myAnswers', {}, { quiet: true });
      await practice.note(userId, answers, true, here.vault);
      await reread();
      setKnown((before) => ({ ...before, state: 'here' }));
    } catch {
      setKnown((before) => ({ ...before, state: here.kept === null ? 'failed' : 'offline' }));
    }
  }, [reread, userId]);

  useEffect(() => {
    void update();
    const again = () => void update();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [update]);

  return {
    ...known,
    update,
    async remove() {
      const vault = await session.vault();
      if (userId === undefined || !vault) return;
      await practice.keepPack(userId, null, vault);
      await reread();
    },
    async answer(answer) {
      const vault = await session.vault();
      if (userId === undefined || !vault) return;
      await practice.note(userId, [answer], false, vault);
      setKnown((before) => ({ ...before, answers: [...before.answers, { ...answer, sent: false }] }));
      void deliver(userId).then(reread, () => undefined);
    },
  };
}
