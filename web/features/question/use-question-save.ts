import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { QuestionBank } from '../../../sync/contract/codes.ts';
import { AnswerWait } from '../../lib/answer-wait.ts';
import { bodyOf, type QuestionFormValues } from './question-form-values.ts';
import { type Question, useQuestionChange } from './question-queries.ts';

/** What comes after a save: the question's page, the next one, its review, or going on where one is. */
export type Then = 'open' | 'next' | 'submit' | 'stay';

export interface Save {
  readonly after: Then;
  readonly values: QuestionFormValues;
}

interface Saved {
  readonly id: number;
  readonly version: number;
}

/**
 * Saves what a question form holds. A save may be sent again before it is answered: its key tells the server that both are one. `onSaved` hears
 * of the newest with the answer, before anything is fetched again and also when the form was left meanwhile; it says where to go then, once what
 * is shown there is fresh, or null for staying.
 */
export function useQuestionSave(saved: Question | null, bank: QuestionBank, onSaved: (save: Save, answer: Saved) => string | null) {
  const [wait] = useState(() => new AnswerWait());
  const phase = useSyncExternalStore(wait.subscribe, wait.phase);
  const underWay = useRef<{ readonly save: Save; readonly input: object }>(null);
  const goTo = useRef<string>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [leavingTo, setLeavingTo] = useState<string | null>(null);
  const end = () => {
    underWay.current = null;
    wait.end();
  };
  const onDone = (answer: Saved, input: object) => {
    if (underWay.current?.input !== input) return;
    goTo.current = onSaved(underWay.current.save, answer);
    // A form that is left stays as it is until it has gone; one that is written in again can't.
    if (goTo.current === null) end();
    else if (wait.phase() === 'late') setLeavingTo(goTo.current);
  };
  const isNews = (input: object) => underWay.current?.input === input;
  const add = useQuestionChange('/question/add', onDone, isNews);
  const modify = useQuestionChange('/question/modify', onDone, isNews);
  // What is shown there is long in coming: then it comes there.
  useEffect(() => {
    if (phase === 'late' && goTo.current !== null) setLeavingTo(goTo.current);
  }, [phase]);

  const watch = (input: object, answer: Promise<Saved>) =>
    void answer.then(
      () => underWay.current?.input === input && setLeavingTo(goTo.current),
      (error: unknown) => {
        if (underWay.current?.input !== input) return;
        end();
        setFailure(error as Error);
      },
    );

  return {
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
      const { saveKey, saveNo } = save.values;
      const body = { ...bodyOf(save.values), saveKey, saveNo };
      if (saved === null) {
        const input = { ...body, bank, submit: save.after === 'submit' };
        underWay.current = { save, input };
        watch(input, add.mutateAsync(input));
      } else {
        const input = { ...body, id: saved.id, version: version ?? saved.version };
        underWay.current = { save, input };
        watch(input, modify.mutateAsync(input));
      }
    },
  };
}
