import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import type { PracticeAnswer } from '../../../sync/contract/learning/exercise.ts';
import { makeCall } from '../../platform/api/call.ts';
import { appSession } from '../../platform/session/app-session.ts';
import {
  practiceCache,
  listPackTags,
  mergePack,
  collectPractice,
  deliverPractice,
  type PracticeCalls,
} from '../../platform/practice/practice-sync.ts';
import type { OwnPracticeRecords } from '../../../sync/contract/learning/practice-own.ts';
import {
  type StoredPracticeAnswer,
  type StoredOwnPractice,
  emptyOwnPractice,
  type PracticePack,
} from '../../platform/practice/practice-cache.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';

export interface PracticeState {
  /** `offline`: the server could not be reached, the practice pack on this PC is used. `failed`: neither the server nor this PC has a pack. */
  readonly state: 'loading' | 'here' | 'offline' | 'failed';
  readonly pack: PracticePack | null;
  readonly sizeBytes: number;
  readonly answers: readonly StoredPracticeAnswer[];
  /** The learner's own papers, sittings and favourites, including removed ones (`removed`). */
  readonly own: StoredOwnPractice;
  /** Downloads the practice pack (the questions that this PC stores for practice) again. */
  readonly update: () => Promise<void>;
  readonly remove: () => Promise<void>;
  /** Stores an answer; resolves once it is on disk. Sending happens in the background. */
  readonly answer: (answer: PracticeAnswer) => Promise<void>;
  /** Stores new or changed papers, sittings and favourites; resolves once they are on disk. Sending happens in the background. */
  readonly storeOwn: (made: Partial<OwnPracticeRecords>) => Promise<void>;
}

const calls: PracticeCalls = {
  record: (input) => makeCall('/exercise/record', input, { quiet: true }),
  fetchAnswers: () => makeCall('/exercise/myAnswers', {}, { quiet: true }),
  sendOwn: (input) => makeCall('/exercise/keepOwn', input, { quiet: true }),
  fetchOwn: () => makeCall('/exercise/myOwn', {}, { quiet: true }),
};

async function deliver(userId: number): Promise<void> {
  const vault = await appSession.vault();
  if (vault) await deliverPractice(practiceCache, calls, { userId, vault });
}

/** Provides the practice pack and answers of this PC, merged with those that other devices sent to the server. */
export function usePractice(): PracticeState {
  const userId = useAtomValue(sessionUserAtom)?.id;
  const [known, setKnown] = useState<Pick<PracticeState, 'state' | 'pack' | 'sizeBytes' | 'answers' | 'own'>>({
    state: 'loading',
    pack: null,
    sizeBytes: 0,
    answers: [],
    own: emptyOwnPractice,
  });

  const reread = useCallback(async () => {
    const vault = await appSession.vault();
    if (userId === undefined || !vault) return null;
    const storedPack = await practiceCache.pack(userId, vault).catch(() => null);
    const answers = await practiceCache.answers(userId, vault).catch(() => []);
    const own = await practiceCache.readOwn(userId, vault).catch(() => emptyOwnPractice);
    setKnown((previous) => ({ ...previous, pack: storedPack?.pack ?? null, sizeBytes: storedPack?.sizeBytes ?? 0, answers, own }));
    return { vault, storedPack };
  }, [userId]);

  const update = useCallback(async () => {
    const local = await reread();
    if (!local || userId === undefined) return;
    try {
      const previousPack = local.storedPack?.pack ?? null;
      const [{ items }, reply] = await Promise.all([
        makeCall('/exercise/myCategories', {}, { quiet: true }),
        makeCall('/exercise/getPack', { have: listPackTags(previousPack) }, { quiet: true }),
      ]);
      const pack = {
        fetchedMs: Date.now(),
        categories: items.map(({ id, category }) => ({ id, category })),
        ...mergePack(previousPack, reply),
        scopes: reply.scopes,
      };
      await practiceCache.storePack(userId, pack, local.vault);
      await deliver(userId);
      await collectPractice(practiceCache, calls, { userId, vault: local.vault });
      await reread();
      setKnown((previous) => ({ ...previous, state: 'here' }));
    } catch {
      setKnown((previous) => ({ ...previous, state: local.storedPack === null ? 'failed' : 'offline' }));
    }
  }, [reread, userId]);

  useEffect(() => {
    const updateNow = () => void update();
    updateNow();
    window.addEventListener('online', updateNow);
    return () => window.removeEventListener('online', updateNow);
  }, [update]);

  return {
    ...known,
    update,
    async remove() {
      const vault = await appSession.vault();
      if (userId === undefined || !vault) return;
      await practiceCache.storePack(userId, null, vault);
      await reread();
    },
    async answer(answer) {
      const vault = await appSession.vault();
      if (userId === undefined || !vault) return;
      await practiceCache.note(userId, [answer], false, vault);
      setKnown((before) => ({ ...before, answers: [...before.answers, { ...answer, sent: false }] }));
      void deliver(userId).then(reread, () => undefined);
    },
    async storeOwn({ papers = [], sittings = [], stars = [] }) {
      const vault = await appSession.vault();
      if (userId === undefined || !vault) return;
      await practiceCache.storeOwn(userId, { papers, sittings, stars }, vault);
      await reread();
      void deliver(userId).then(reread, () => undefined);
    },
  };
}
