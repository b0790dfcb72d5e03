import { useRef, useState } from 'react';
import type { QuestionBank } from '../../../sync/contract/codes.ts';
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
 * Saves what a question form holds, once at a time. `onSaved` hears of it with the answer, before anything is fetched again and also when the
 * form was left meanwhile; it says where to go then, once what is shown there is fresh, or null for staying.
 */
export function useQuestionSave(saved: Question | null, bank: QuestionBank, onSaved: (save: Save, answer: Saved) => string | null) {
  const underWay = useRef<Save>(null);
  const goTo = useRef<string>(null);
  const [busy, setBusy] = useState(false);
  const [leavingTo, setLeavingTo] = useState<string | null>(null);
  const end = () => {
    underWay.current = null;
    setBusy(false);
  };
  const onDone = (answer: Saved) => {
    if (underWay.current === null) return;
    goTo.current = onSaved(underWay.current, answer);
    // A form that is left stays as it is until it has gone.
    if (goTo.current === null) end();
  };
  const callbacks = { onSuccess: () => setLeavingTo(goTo.current), onError: end };
  const add = useQuestionChange('/question/add', onDone);
  const modify = useQuestionChange('/question/modify', onDone);
  return {
    /** From the press to the answer, or until the page has gone. */
    busy,
    leavingTo,
    /** Of the last save. */
    failure: (saved === null ? add.error : modify.error) ?? null,
    /** The failure is dealt with. */
    forget: () => modify.reset(),
    save: (save: Save, version: number | undefined) => {
      if (underWay.current !== null) return;
      underWay.current = save;
      setBusy(true);
      const body = bodyOf(save.values);
      if (saved === null) add.mutate({ ...body, bank, submit: save.after === 'submit' }, callbacks);
      else modify.mutate({ ...body, id: saved.id, version: version ?? saved.version }, callbacks);
    },
  };
}
