import type { ComponentType } from 'react';

export interface AnswerOption {
  /** Id of the option in the paper. Answers store this id, because the order and letters on the screen may differ between examinees. */
  readonly id: string;
  /** Letter shown before the option. Neighbours may see different letters for the same option. */
  readonly letter: string;
  readonly html: string;
}

/** A question as a page needs it to let the user answer. */
export interface AnswerableQuestion {
  readonly id: string;
  readonly type: number;
  readonly stemHtml: string;
  readonly options: readonly AnswerOption[];
  /** Left items of a matching question, in the author's order; empty for other questions. */
  readonly leftItems: readonly { readonly id: string; readonly html: string }[];
  readonly blankCount: number;
}

/**
 * Component that renders the text of a question. On the exam page it only checks the text, which comes from a sealed paper; on all other
 * pages it sanitises the text.
 */
export type QuestionText = ComponentType<{ html: string; className?: string; inline?: boolean; zoomLabel?: string | undefined }>;
