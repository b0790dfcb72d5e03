import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../../lib/i18n.ts';
import { apiErrors as errorTable } from '../../../sync/contract/errors.ts';
import type { StaleChange } from '../../../sync/contract/stale-change.ts';
import { mergeTypedValues } from '../../lib/draft/draft.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { fetchCall } from '../../platform/api/call-query.ts';
import { CallFailure } from '../../platform/api/call.ts';
import type { FormDraft } from '../../ui/form/use-draft.ts';
import { useFieldTexts } from './field-words.ts';
import { toFormValues, type QuestionFormValues } from './question-form-values.ts';
import type { QuestionDetail } from './question-queries.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { joinWords } from '../../lib/punctuation.ts';

interface QuestionEditing {
  /** The question as the server has it now; null for a new question. */
  readonly saved: QuestionDetail | null;
  readonly form: UseFormReturn<QuestionFormValues>;
  readonly draft: FormDraft;
  /** True while a save is running; a newer version may then be the user's own. */
  readonly busy: boolean;
  /** Returns true if the user's own save made, or may have made, this version of the question. */
  readonly explains: (version: number) => boolean;
  /** Failure of the last save. */
  readonly failure: Error | null;
  /** Clears the failure of the last save. */
  readonly done: () => void;
}

/**
 * Handles a change by another user while the form is open. If the user has typed nothing, the form takes the newer version; otherwise the user
 * chooses.
 */
export function useNewerVersion({ saved, form, draft, busy, explains, failure, done }: QuestionEditing) {
  const { t } = useTranslation('question');
  const queries = useQueryClient();
  const { isDirty } = form.formState;
  const { nameOf } = useFieldTexts();
  const isRefused = failure instanceof CallFailure && failure.code === errorTable.conflict.code;
  const isNewer = !busy && saved !== null && draft.version !== undefined && saved.version > draft.version;
  const newer = isNewer && !explains(saved.version) ? saved : null;

  const begin = (question: QuestionDetail, typed: QuestionFormValues | null): void => {
    const theirs = toFormValues(question);
    const base = form.formState.defaultValues as QuestionFormValues;
    draft.saved(question.version);
    form.reset(theirs);
    if (typed !== null) form.reset(mergeTypedValues(theirs, typed, base), { keepDefaultValues: true });
  };
  const beginRef = useLatest(begin);
  const takeOver = useEffectEvent((question: QuestionDetail) => begin(question, null));
  useEffect(() => {
    if (newer !== null && !isDirty) takeOver(newer);
  }, [newer, isDirty]);

  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  const describeChange = (by: readonly string[], atMs: number, fields: readonly string[]) =>
    t('newerBy', { name: joinWords(by), at: formatDateTime(atMs) }) +
    (fields.length === 0 ? '' : t('newerWhat', { fields: joinWords(fields.map(nameOf)) }));
  const change = isRefused ? (failure.data as StaleChange | null) : null;

  return {
    /** Message on who else changed the question, when, and which fields; null if there is no such change. */
    text:
      saved === null
        ? null
        : change
          ? change.by.length === 0
            ? (failure?.message ?? '')
            : describeChange(change.by, change.atMs, change.changed)
          : newer !== null && isDirty
            ? describeChange([newer.updatedByName], newer.updatedMs, [])
            : null,
    /** Loads the newer version into the form. `withMine`: put the fields that the user typed in this form over it. */
    loadNewer: async (withMine: boolean) => {
      const id = saved?.id ?? 0;
      // Ignore a failure here, because `fetchCall` reports it.
      const question = await fetchCall(queries, '/question/getById', { id }).catch(() => null);
      // If the form was closed meanwhile, leave its draft unchanged.
      if (question === null || isUnmounted.current) return;
      beginRef.current(question, withMine ? form.getValues() : null);
      done();
    },
  };
}
