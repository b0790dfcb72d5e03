import type { AttemptSession, AttemptView } from '../../../../sync/engine/client/attempt-session.ts';
import type { AnswerValue } from '../../../../sync/engine/ops/ops.ts';
import { Listeners } from '../../../../sync/engine/listeners.ts';

/** Makes an attempt for the preview of a paper: answers, flags and plays exist only in this page's memory. */
export function createPreviewSession(): AttemptSession {
  const answers = new Map<string, AnswerValue>();
  const flags = new Set<string>();
  const plays = new Map<string, number>();
  const listeners = new Listeners();
  const view = (): AttemptView => ({
    answers: new Map(answers),
    flags: new Set(flags),
    saveStatus: {
      savedAtMs: null,
      saving: false,
      failure: null,
      copies: 'both',
      localCount: 0,
      received: 0,
      oldestUnreceivedMs: null,
      reachable: true,
      relayed: 0,
      isServerStoring: true,
    },
    phase: 'open',
    news: null,
    extensionMs: 0,
    receipt: null,
    handIn: null,
    earlyOps: null,
    unreadable: 0,
  });
  const changed = () => {
    listeners.notify();
    return Promise.resolve('saved' as const);
  };
  return {
    view,
    subscribe: listeners.subscribe,
    setAnswer: (itemId, value) => {
      answers.set(itemId, value);
      return changed();
    },
    setFlag: (itemId, on) => {
      if (on) flags.add(itemId);
      else flags.delete(itemId);
      return changed();
    },
    applyExtensionCode: () => Promise.resolve('known'),
    recordLeaving: () => Promise.resolve('saved'),
    countPlays: (file) => plays.get(file) ?? 0,
    recordPlay: (file, limit) => {
      const played = plays.get(file) ?? 0;
      if (played >= limit) return Promise.resolve('known');
      plays.set(file, played + 1);
      return changed();
    },
    handIn: () => Promise.resolve('closed'),
    adoptServerAnswers: () => undefined,
    listUndeliveredAnswers: async () => [],
    close: () => undefined,
  };
}
