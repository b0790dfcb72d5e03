import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { QuestionBank } from '../../../sync/contract/codes.ts';
import { AnswerWait } from '../../lib/answer-wait.ts';
import { useInvalidate } from '../../platform/call-query.ts';
import { call, CallFailure, reportFailure } from '../../platform/call.ts';
import type { Key } from '../../platform/thing-desk.ts';
import type { SaveCalls } from '../../platform/use-save.ts';
import { useTabSaves } from '../../platform/use-tab-saves.ts';
import { bodyOf, type QuestionFormValues } from './question-form-values.ts';
import { type Question } from './question-queries.ts';

/** What comes after a save: the question's page, the next one, its review, or going on where one is. */
export type Then = 'open' | 'next' | 'submit' | 'stay';

export interface Save {
  readonly after: Then;
  readonly values: QuestionFormValues;
}

type Sent = ReturnType<typeof bodyOf> & { readonly submit: boolean };

const callsOf = (bank: QuestionBank): SaveCalls<Sent, Key> => ({
  add: (body, options) => call('/question/add', { ...body, bank }, { ...options, quiet: true }),
  modify: (body, options) => call('/question/modify', body, { ...options, quiet: true }),
});

/**
 * Saves what a question form holds, once. A save may be followed by another before it is answered; the newest is the one that is heard of. `onSaved`
 * hears of it with the answer, before anything is fetched again and also when the form was left meanwhile; it says where to go then, once what
 * is shown there is fresh, or null for staying, and `forget`s what was saved where the form goes on with something else.
 */
export function useQuestionSave(
  name: string,
  saved: Question | null,
  bank: QuestionBank,
  onSaved: (save: Save, answer: Key, forget: () => void) => string | null,
) {
  const invalidate = useInvalidate();
  const saves = useTabSaves(name, saved === null, callsOf(bank));
  const [wait] = useState(() => new AnswerWait());
  const phase = useSyncExternalStore(wait.subscribe, wait.phase);
  const underWay = useRef<Save>(null);
  const goTo = useRef<string>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [leavingTo, setLeavingTo] = useState<string | null>(null);
  // What is shown there is long in coming: then it comes there.
  useEffect(() => {
    if (phase === 'late' && goTo.current !== null) setLeavingTo(goTo.current);
  }, [phase]);

  const fresh = () => invalidate('/question');
  const end = () => {
    underWay.current = null;
    wait.end();
  };
  const send = async (save: Save, at: Key | null): Promise<void> => {
    try {
      const answer = await saves.save({ ...bodyOf(save.values), submit: save.after === 'submit' }, at);
      // What became of one that a later one has overtaken is no news.
      if (underWay.current !== save) return void fresh();
      goTo.current = onSaved(save, answer, saves.forget);
      // A form that is left stays as it is until it has gone; one that is written in again can't.
      if (goTo.current === null) end();
      else if (wait.phase() === 'late') setLeavingTo(goTo.current);
      await fresh();
      if (underWay.current === save) setLeavingTo(goTo.current);
    } catch (error) {
      if (underWay.current !== save) return;
      end();
      setFailure(error as Error);
      if (!(error instanceof CallFailure)) return;
      reportFailure(error);
      // Without a network what is shown can't be fetched again.
      if (!error.network) void fresh();
    }
  };

  return {
    saves,
    phase,
    leavingTo,
    /** Of the newest save. */
    failure,
    /** The failure is dealt with. */
    forget: () => setFailure(null),
    save: (save: Save, version: number | undefined) => {
      if (wait.phase() === 'held' || goTo.current !== null) return;
      setFailure(null);
      wait.begin();
      underWay.current = save;
      void send(save, saved && { id: saved.id, version: version ?? saved.version });
    },
  };
}
