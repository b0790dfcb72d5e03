import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { QuestionBank } from '../../../sync/contract/codes.ts';
import { AnswerWait } from '../../lib/answer-wait.ts';
import { useInvalidate } from '../../platform/api/call-query.ts';
import { makeCall, CallFailure, reportFailure } from '../../platform/api/call.ts';
import type { SaveCalls } from '../../platform/forms/use-save.ts';
import { useTabSaves } from '../../platform/forms/use-tab-saves.ts';
import { fromFormValues, type QuestionFormValues } from './question-form-values.ts';
import { type QuestionDetail } from './question-queries.ts';
import type { RowVersionKey } from '../../../sync/contract/scalars.ts';

/** Step after a save: open the question's page, begin the next question, hand it in for review, or stay in the form. */
export type AfterSaveStep = 'open' | 'next' | 'submit' | 'stay';

export interface QuestionSave {
  readonly after: AfterSaveStep;
  readonly values: QuestionFormValues;
}

type SentQuestion = ReturnType<typeof fromFormValues> & { readonly submit: boolean };

const createSaveCalls = (bank: QuestionBank): SaveCalls<SentQuestion, RowVersionKey> => ({
  add: (body, options) => makeCall('/question/add', { ...body, bank }, { ...options, quiet: true }),
  modify: (body, options) => makeCall('/question/modify', body, { ...options, quiet: true }),
});

/**
 * Saves the content of a question form exactly once. The user may save again before the server has replied to the first save; then only
 * the newest save is reported. `onSaved` gets the server's reply before any data is fetched again, even if the form was left meanwhile. It returns
 * the address to open once the data is fetched again, or null to stay in the form. It calls `forget` if the form continues with another question.
 */
export function useQuestionSave(
  name: string,
  saved: QuestionDetail | null,
  bank: QuestionBank,
  onSaved: (save: QuestionSave, answer: RowVersionKey, forget: () => void) => string | null,
) {
  const invalidate = useInvalidate();
  const saves = useTabSaves(name, saved === null, createSaveCalls(bank));
  const [wait] = useState(() => new AnswerWait());
  const phase = useSyncExternalStore(wait.subscribe, wait.phase);
  const underWay = useRef<QuestionSave>(null);
  const goTo = useRef<string>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [leavingTo, setLeavingTo] = useState<string | null>(null);
  // If refreshing the data takes long, open the address anyway.
  useEffect(() => {
    if (phase === 'late' && goTo.current !== null) setLeavingTo(goTo.current);
  }, [phase]);

  const refreshQuestions = () => invalidate('/question');
  const end = () => {
    underWay.current = null;
    wait.end();
  };
  const send = async (save: QuestionSave, at: RowVersionKey | null): Promise<void> => {
    try {
      const answer = await saves.save({ ...fromFormValues(save.values), submit: save.after === 'submit' }, at);
      // Do not report a save that a later one has overtaken.
      if (underWay.current !== save) return void refreshQuestions();
      goTo.current = onSaved(save, answer, saves.forget);
      // If the form stays open, unlock its fields at once. If it is left, they stay locked until the new page opens.
      if (goTo.current === null) end();
      else if (wait.phase() === 'late') setLeavingTo(goTo.current);
      await refreshQuestions();
      if (underWay.current === save) setLeavingTo(goTo.current);
    } catch (error) {
      if (underWay.current !== save) return;
      end();
      setFailure(error as Error);
      if (!(error instanceof CallFailure)) return;
      reportFailure(error);
      // Without a network the displayed data cannot be fetched again.
      if (!error.network) void refreshQuestions();
    }
  };

  return {
    saves,
    phase,
    leavingTo,
    /** Failure of the newest save. */
    failure,
    /** Clears the failure of the newest save. */
    forget: () => setFailure(null),
    save: (save: QuestionSave, version: number | undefined) => {
      if (wait.phase() === 'held' || goTo.current !== null) return;
      setFailure(null);
      wait.begin();
      underWay.current = save;
      void send(save, saved && { id: saved.id, version: version ?? saved.version });
    },
  };
}
