import { useState, type ChangeEvent, type CompositionEvent } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Returns the props of a text field that shows letters under composition (pinyin) without passing them to `onText`, because a half-composed word is
 * no answer.
 */
export function useComposedText<F extends TextField>(text: string, onText: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  return {
    value: draft ?? text,
    onChange: (event: ChangeEvent<F>) => {
      const { value } = event.target;
      if ((event.nativeEvent as InputEvent).isComposing) return setDraft(value);
      setDraft(null);
      onText(value);
    },
    onCompositionEnd: (event: CompositionEvent<F>) => {
      setDraft(null);
      onText(event.currentTarget.value);
    },
  };
}
