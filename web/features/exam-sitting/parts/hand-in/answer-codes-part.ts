import { i18n } from '../../../../lib/i18n.ts';
import { lazyOptional } from '../../../../lib/optional-part.ts';

/** Loads the QR codes and their texts separately from the player's first load. They are preloaded, so that they work without a network. */
export const loadAnswerCodesButton = async () => {
  const [part] = await Promise.all([import('./answer-codes-button.tsx'), i18n.load(['examAround'])]);
  return part.AnswerCodesButton;
};

export const LazyAnswerCodesButton = lazyOptional(loadAnswerCodesButton);
