import type { ComponentType } from 'react';

export interface AnswerOption {
  /** The paper's own option id. Answers store it, because it does not depend on the position on the screen. */
  readonly id: string;
  /** Letter shown before the option. Neighbours may see different letters for the same option. */
  readonly letter: string;
  readonly html: string;
}

/** A question that is answered on the screen. */
export interface AnswerableQuestion {
  readonly id: string;
  readonly type: number;
  readonly stemHtml: string;
  readonly options: readonly AnswerOption[];
  /** Left items of a matching question, in the author's order; empty for other questions. */
  readonly leftItems: readonly { readonly id: string; readonly html: string }[];
  readonly blankCount: number;
}

/** Renders text of a question. The exam page checks the sealed text, and all others sanitise it. */
export type QuestionText = ComponentType<{ html: string; className?: string; inline?: boolean; zoomLabel?: string | undefined }>;
