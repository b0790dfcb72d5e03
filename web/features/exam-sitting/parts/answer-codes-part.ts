import { i18n } from '../../../lib/i18n.ts';
import { optionalPart } from '../../../lib/optional-part.ts';

/** The codes and their words are no part of what an examinee's player loads first; fetched ahead, they are here when there is no network. */
export const answerCodesPart = async () => {
  const [part] = await Promise.all([import('./answer-codes-button.tsx'), i18n.load(['examAround'])]);
  return part.AnswerCodesButton;
};

export const AnswerCodesButton = optionalPart(answerCodesPart);
