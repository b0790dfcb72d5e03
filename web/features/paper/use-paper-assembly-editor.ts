import { useContext, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PaperQuestion } from '../../../sync/contract/papers/paper.ts';
import { dropDraft, readDraft, writeDraft } from '../../lib/draft/draft.ts';
import { useInvalidate } from '../../platform/api/call-query.ts';
import { makeCall } from '../../platform/api/call.ts';
import { createChangeOnlyCalls, createUnansweredSaves } from '../../platform/forms/use-save.ts';
import { MemoryOwnerContext } from '../../ui/memory-owner-context.ts';
import { AssemblySync, type AssemblyChange, type AssemblyContent, type AssemblyPaper, type AssemblyView } from './assembly-sync.ts';
import { type Paper } from './paper-queries.ts';
import type { RowVersionKey } from '../../../sync/contract/scalars.ts';
import { Listeners } from '../../../sync/engine/listeners.ts';

/** Delay after typing, so that not every keystroke sends a request. */
const typingMs = 700;
const retryMs = 5000;

export interface PaperAssemblyEditor extends AssemblyContent, Omit<AssemblyView, 'content'> {
  readonly bodies: ReadonlyMap<number, PaperQuestion>;
  /**
   * Changes questions or blueprint. The change is stored on this PC at once, then saved on the server. Pass a function if the change depends on a
   * reply that arrives later.
   */
  readonly put: (change: AssemblyChange, known?: readonly PaperQuestion[]) => void;
  /** Sends pending changes. Returns the paper's version if all are saved, otherwise null. */
  readonly settle: () => Promise<number | null>;
  readonly retry: () => void;
  readonly discard: () => void;
  /** Saves the local changes over another user's, after a version conflict. */
  readonly overwrite: () => void;
}

const listPaperQuestions = (paper: Paper): readonly PaperQuestion[] => [
  ...paper.sections.flatMap((section) => section.questions),
  ...paper.otherQuestions,
];

/** Holds the texts of all questions seen since the page was opened: a draft or an undo may bring back one that the paper no longer has. */
function createKnownQuestions(first: readonly PaperQuestion[]) {
  let known: ReadonlyMap<number, PaperQuestion> = new Map(first.map((question) => [question.id, question]));
  const listeners = new Listeners();
  return {
    read: () => known,
    subscribe: listeners.subscribe,
    add: (questions: readonly PaperQuestion[]) => {
      if (questions.every((question) => known.get(question.id) === question)) return;
      known = new Map([...known, ...questions.map((question) => [question.id, question] as const)]);
      listeners.notify();
    },
  };
}

/** State of a paper's questions while they are edited. Every change is stored on this PC before it is sent, and resent when the network is back. */
export function usePaperAssemblyEditor(paper: Paper): PaperAssemblyEditor {
  const invalidate = useInvalidate();
  const draftName = `${useContext(MemoryOwnerContext)}.paper.questions.${paper.id}`;
  const [sync] = useState(() => {
    const saves = createUnansweredSaves(
      `${draftName}.unanswered`,
      createChangeOnlyCalls(({ variants, blueprint, ...key }: AssemblyContent & RowVersionKey, options) =>
        makeCall('/paper/choose', { ...key, variants: [...variants], blueprint }, { ...options, quiet: true }),
      ),
    );
    return new AssemblySync(paper, readDraft<AssemblyPaper>(draftName)?.value ?? null, {
      save: async ({ version, ...content }) => (await saves.save(content, { id: paper.id, version })).version,
      forget: saves.forget,
      read: () => makeCall('/paper/getById', { id: paper.id }),
      storeDraft: (draft) => {
        if (draft !== null) return writeDraft(draftName, { savedMs: Date.now(), value: draft });
        dropDraft(draftName);
        return true;
      },
      refresh: () => invalidate('/paper'),
    });
  });
  const { content, state, failure } = useSyncExternalStore(sync.subscribe, sync.view);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [known] = useState(() => createKnownQuestions(listPaperQuestions(paper)));
  const bodies = useSyncExternalStore(known.subscribe, known.read);

  useLayoutEffect(() => {
    known.add(listPaperQuestions(paper));
    sync.receive(paper);
  }, [known, sync, paper]);
  useEffect(() => {
    const send = () => {
      clearTimeout(pause.current);
      void sync.send();
    };
    send();
    window.addEventListener('online', send);
    return () => {
      window.removeEventListener('online', send);
      send();
    };
  }, [sync]);
  const isWaiting = state === 'kept' || state === 'unkept';
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void sync.send(), retryMs);
    return () => clearInterval(timer);
  }, [isWaiting, sync]);

  return {
    ...content,
    state,
    failure,
    bodies,
    put: (change, questions = []) => {
      known.add(questions);
      sync.change(change);
      clearTimeout(pause.current);
      if (typeof change === 'function' || change.variants !== undefined) void sync.send();
      else pause.current = setTimeout(() => void sync.send(), typingMs);
    },
    settle: () => {
      clearTimeout(pause.current);
      return sync.settle();
    },
    retry: () => void sync.send(),
    discard: () => void sync.discard(),
    overwrite: () => void sync.overwrite(),
  };
}
