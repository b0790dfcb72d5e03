import { useForm, useWatch } from 'react-hook-form';
import { fieldMeaning, type FormAnswer, type FormAnswers, type FormDesign, textAnswer } from '../../../sync/contract/form-design.ts';
import { withNumberParts } from '../../../sync/machines/known-answers.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { type AnswerPair, answersOfPairs, pairsOf } from './answer-pairs.ts';

interface Filled {
  pairs: AnswerPair[];
}

/** State of a form that is being filled. Every keystroke is stored on this device, sealed, until the server has the answers. */
export function useFilling(name: string, design: FormDesign, initial: FormAnswers, version: number | undefined) {
  const start = { pairs: pairsOf(initial) };
  const form = useForm<Filled>({ defaultValues: start });
  const draft = useDraft(name, form, start, [], version);
  const pairs = useWatch({ control: form.control, name: 'pairs' });
  return {
    draft,
    pairs: pairs ?? start.pairs,
    answers: answersOfPairs(pairs ?? start.pairs),
    set: (key: string, answer: FormAnswer) => {
      const before = answersOfPairs(form.getValues().pairs);
      const next = { ...before, [key]: answer };
      const isNumber = fieldMeaning(design, 'idNumber')?.key === key;
      form.setValue('pairs', pairsOf(isNumber ? withNumberParts(design, next, textAnswer(before, key)) : next));
    },
  };
}
