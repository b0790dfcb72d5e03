import type { FieldError } from '../../../sync/contract/errors.ts';
import { findFieldByMeaning, type FormAnswer, type FormAnswers, getTextAnswer } from '../../../sync/contract/applications/form-design.ts';
import type { ApplicationKind } from '../../../sync/domain/applications/application-machine.ts';
import { fillFromIdNumber } from '../../../sync/domain/marking/known-answers.ts';
import { useWatch } from 'react-hook-form';
import { makeCall } from '../../platform/api/call.ts';
import { useSavedForm } from '../../platform/forms/use-saved-form.ts';
import {
  type AnswerPair,
  fromAnswerPairs,
  toAnswerPairs,
  type ApplicationSubmission,
  applicationCallsByKind,
  submitDeclarationFor,
} from './application-calls.ts';
import type { OwnApplications } from './application-queries.ts';

interface FilledForm {
  pairs: AnswerPair[];
}
interface FormFillingInput {
  readonly kind: ApplicationKind;
  readonly applications: OwnApplications;
  /** Name under which this device stores the draft of the answers. */
  readonly place: string;
  /** The student for whom staff fill in the form; undefined if applicants fill in their own form. */
  readonly student: { readonly userId: number; readonly knownAnswers: FormAnswers } | undefined;
  readonly onSent: () => void;
  readonly onRefused: (fields: readonly FieldError[]) => void;
}

/** State of a form that is being filled. Every keystroke is stored on this device, encrypted, until the server has the answers. */
export function useFormFilling({ kind, applications: mine, place, student: behalf, onSent, onRefused }: FormFillingInput) {
  const { offerId, editionId, design, own, known } = mine;
  const { submit } = applicationCallsByKind[kind];
  const initial = { pairs: toAnswerPairs(own?.answers ?? behalf?.knownAnswers ?? known ?? {}) };
  const saving = useSavedForm<FilledForm, ApplicationSubmission>(own, {
    name: place,
    isOnlyRow: true,
    initial,
    resolver: ({ pairs }) => ({ values: { offerId, editionId, pairs }, errors: {} }),
    calls: {
      add: (sending, options) =>
        behalf === undefined ? submit(sending, null, options) : submitDeclarationFor(sending, behalf.userId, options),
      modify: ({ id: _id, version, ...sending }, options) => submit(sending, version, options),
    },
    newest: async () => {
      const now = (await makeCall(`/${kind}/getMine`, { offerId })).own;
      return { value: { pairs: toAnswerPairs(now?.answers ?? {}) }, version: now?.version ?? 0 };
    },
    lists: behalf === undefined ? `/${kind}` : '/declare/getStudents',
    onSaved: onSent,
    onRefused,
  });
  const { form } = saving;
  const pairs = useWatch({ control: form.control, name: 'pairs' }) ?? initial.pairs;
  return {
    ...saving,
    answers: fromAnswerPairs(pairs),
    set: (key: string, answer: FormAnswer) => {
      const before = fromAnswerPairs(form.getValues().pairs);
      const next = { ...before, [key]: answer };
      const isNumber = findFieldByMeaning(design, 'idNumber')?.key === key;
      form.setValue('pairs', toAnswerPairs(isNumber ? fillFromIdNumber(design, next, getTextAnswer(before, key)) : next));
    },
  };
}
