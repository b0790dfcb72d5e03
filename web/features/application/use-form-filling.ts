import { useForm, useWatch } from 'react-hook-form';
import {
  findFieldByMeaning,
  type FormAnswer,
  type FormAnswers,
  type FormDesign,
  getTextAnswer,
} from '../../../sync/contract/applications/form-design.ts';
import { fillFromIdNumber } from '../../../sync/domain/marking/known-answers.ts';
import { useDraft } from '../../ui/form/use-draft.ts';
import { type AnswerPair, fromAnswerPairs, toAnswerPairs } from './answer-pairs.ts';

interface Filled {
  pairs: AnswerPair[];
}

/** State of a form that is being filled. Every keystroke is stored on this device, sealed, until the server has the answers. */
export function useFormFilling(name: string, design: FormDesign, initial: FormAnswers, version: number | undefined) {
  const start = { pairs: toAnswerPairs(initial) };
  const form = useForm<Filled>({ defaultValues: start });
  const draft = useDraft(name, form, start, [], version);
  const pairs = useWatch({ control: form.control, name: 'pairs' });
  return {
    draft,
    pairs: pairs ?? start.pairs,
    answers: fromAnswerPairs(pairs ?? start.pairs),
    set: (key: string, answer: FormAnswer) => {
      const before = fromAnswerPairs(form.getValues().pairs);
      const next = { ...before, [key]: answer };
      const isNumber = findFieldByMeaning(design, 'idNumber')?.key === key;
      form.setValue('pairs', toAnswerPairs(isNumber ? fillFromIdNumber(design, next, getTextAnswer(before, key)) : next));
    },
  };
}
