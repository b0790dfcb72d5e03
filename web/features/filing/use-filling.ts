import { useForm, useWatch } from 'react-hook-form';
import type { FormAnswer, FormAnswers } from '../../../sync/contract/form-design.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { type AnswerPair, answersOfPairs, pairsOf } from './answer-pairs.ts';

interface Filled {
  pairs: AnswerPair[];
}

/** What somebody writes into a form: kept on this device letter by letter, sealed, until the server has it. */
export function useFilling(name: string, initial: FormAnswers, version: number | undefined) {
  const start = { pairs: pairsOf(initial) };
  const form = useForm<Filled>({ defaultValues: start });
  const draft = useDraft(name, form, start, [], version);
  const pairs = useWatch({ control: form.control, name: 'pairs' });
  return {
    draft,
    pairs: pairs ?? start.pairs,
    answers: answersOfPairs(pairs ?? start.pairs),
    set: (key: string, answer: FormAnswer) => form.setValue('pairs', pairsOf({ ...answersOfPairs(form.getValues().pairs), [key]: answer })),
  };
}
