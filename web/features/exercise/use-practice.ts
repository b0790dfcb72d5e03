import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import type { PracticeAnswer } from '../../../sync/contract/exercise.ts';
import { call } from '../../platform/call.ts';
import { session } from '../../platform/app-session.ts';
import { practice } from '../../platform/device-practice.ts';
import type { OwnPractice } from '../../../sync/contract/practice-own.ts';
import { type KeptAnswer, type KeptOwn, noOwn, type PracticePack } from '../../platform/practice-cache.ts';
import { packTags, packWith } from '../../platform/practice-pack.ts';
import { collectPractice, deliverPractice, type PracticeCalls } from '../../platform/practice-sync.ts';
import { sessionUserAtom } from '../../platform/session-atoms.ts';

export interface Practice {
  /** `offline`: the server could not be reached, the pack on this PC is used. `failed`: neither the server nor this PC has a pack. */
  readonly state: 'loading' | 'here' | 'offline' | 'failed';
  readonly pack: PracticePack | null;
  readonly sizeBytes: number;
  readonly answers: readonly KeptAnswer[];
  /** The learner's own papers, sittings and favourites, including removed ones (`removed`). */
  readonly own: KeptOwn;
  /** Downloads the pack again. */
  readonly update: () => Promise<void>;
  readonly remove: () => Promise<void>;
  /** Stores an answer; resolves once it is on disk. Sending happens in the background. */
  readonly answer: (answer: PracticeAnswer) => Promise<void>;
  /** Stores new or changed papers, sittings and favourites in the same way. */
  readonly keep: (made: Partial<OwnPractice>) => Promise<void>;
}

const calls: PracticeCalls = {
  record: (input) => call('/exercise/record', input, { quiet: true }),
  myAnswers: () => call('/exercise/myAnswers', {}, { quiet: true }),
  keepOwn: (input) => call('/exercise/keepOwn', input, { quiet: true }),
  myOwn: () => call('/exercise/myOwn', {}, { quiet: true }),
};

async function deliver(userId: number): Promise<void> {
  const vault = await session.vault();
  if (vault) await deliverPractice(practice, calls, { userId, vault });
}

/** Provides the practice pack and answers of this PC, merged with those that other devices sent to the server. */
export function usePractice(): Practice {
  const userId = useAtomValue(sessionUserAtom)?.id;
  const [known, setKnown] = useState<Pick<Practice, 'state' | 'pack' | 'sizeBytes' | 'answers' | 'own'>>({
    state: 'loading',
    pack: null,
    sizeBytes: 0,
    answers: [],
    own: noOwn,
  });

  const reread = useCallback(async () => {
    const vault = await session.vault();
    if (userId === undefined || !vault) return null;
    const kept = await practice.pack(userId, vault).catch(() => null);
    const answers = await practice.answers(userId, vault).catch(() => []);
    const own = await practice.own(userId, vault).catch(() => noOwn);
    setKnown((before) => ({ ...before, pack: kept?.pack ?? null, sizeBytes: kept?.sizeBytes ?? 0, answers, own }));
    return { vault, kept };
  }, [userId]);

  const update = useCallback(async () => {
    const here = await reread();
    if (!here || userId === undefined) return;
    try {
      const before = here.kept?.pack ?? null;
      const [{ items }, sent] = await Promise.all([
        call('/exercise/myCategories', {}, { quiet: true }),
        call('/exercise/getPack', { have: packTags(before) }, { quiet: true }),
      ]);
      const pack = {
        fetchedMs: Date.now(),
        categories: items.map(({ id, category }) => ({ id, category })),
        ...packWith(before, sent),
        scopes: sent.scopes,
      };
      await practice.keepPack(userId, pack, here.vault);
      await deliver(userId);
      await collectPractice(practice, calls, { userId, vault: here.vault });
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
    async keep({ papers = [], sittings = [], stars = [] }) {
      const vault = await session.vault();
      if (userId === undefined || !vault) return;
      await practice.noteOwn(userId, { papers, sittings, stars }, vault);
      await reread();
      void deliver(userId).then(reread, () => undefined);
    },
  };
}
