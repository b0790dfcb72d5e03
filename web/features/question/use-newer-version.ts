import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { errors as errorTable } from '../../../sync/contract/errors.ts';
import { typedOver } from '../../lib/draft.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { call, CallFailure } from '../../platform/call.ts';
import type { FormDraft } from '../../ui/use-draft.ts';
import { formOf, type QuestionFormValues } from './question-form-values.ts';
import { type Question, oneQuestionKey } from './question-queries.ts';

interface Writing {
  /** As the server has it now. */
  readonly saved: Question | null;
  readonly form: UseFormReturn<QuestionFormValues>;
  readonly draft: FormDraft;
  /** Of the last save. */
  readonly failure: Error | null;
  /** The failure is dealt with. */
  readonly done: () => void;
}

/** Somebody else changes a question while it is being written here: who hasn't typed gets theirs at once, who has is told and chooses. */
export function useNewerVersion({ saved, form, draft, failure, done }: Writing) {
  const { t } = useTranslation('question');
  const queries = useQueryClient();
  const { isDirty } = form.formState;
  const refused = failure instanceof CallFailure && failure.code === errorTable.conflict.code ? failure.message : null;
  const newer = saved !== null && draft.version !== undefined && saved.version > draft.version ? saved : null;

  const begin = useRef<(question: Question, typed: QuestionFormValues | null) => void>(null);
  begin.current = (question, typed) => {
    const theirs = formOf(question);
    const base = form.formState.defaultValues as QuestionFormValues;
    draft.saved(question.version);
    form.reset(theirs);
    if (typed !== null) form.reset(typedOver(theirs, typed, base), { keepDefaultValues: true });
  };
  useEffect(() => {
    if (newer !== null && !isDirty) begin.current?.(newer, null);
  }, [newer, isDirty]);

  return {
    /** Who changed it and when; null: nobody has. */
    text: refused ?? (newer !== null && isDirty ? t('newerBy', { name: newer.updatedByName, at: formatDateTime(newer.updatedMs) }) : null),
    /** Goes on from theirs; with what was typed here over it, field by field, or without. */
    take: async (withMine: boolean) => {
      const id = saved?.id ?? 0;
      const asked = { queryKey: oneQuestionKey(id), queryFn: () => call('/question/getById', { id }), staleTime: 0 };
      // A failure is told by its call.
      const question = await queries.fetchQuery(asked).catch(() => null);
      if (question === null) return;
      begin.current?.(question, withMine ? form.getValues() : null);
      done();
    },
  };
}
