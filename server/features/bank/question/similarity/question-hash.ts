import { createHash } from 'node:crypto';
import type { QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import { toMatchText } from '../../../../../sync/domain/plain-text.ts';
import { toTextFromHtml } from '../question-markup.ts';

/**
 * Hashes a question for duplicate search. Equal hashes mean: same type, same stem and same set of options, ignoring spacing, punctuation, character
 * width, case and the order of the options. A minus before a digit, mathematical signs, and recordings are significant.
 */
export function hashQuestion(body: Pick<QuestionBody, 'type' | 'stem' | 'options'> & Partial<Pick<QuestionBody, 'material'>>): string {
  const options = body.options.map((option) => normaliseText(option.html)).toSorted();
  return (
    createHash('sha256')
      // Questions with the same words about two different materials are different questions.
      .update(
        [
          body.type,
          normaliseText(body.stem),
          ...options,
          ...((body.material ?? '') === '' ? [] : [`\u0000${normaliseText(body.material ?? '')}`]),
        ].join('\n'),
      )
      .digest('base64url')
      .slice(0, 24)
  );
}

/** File name of a recording or film. It is part of the hash, because many questions have the same words and differ only in the recording. */
const media = /<(?:audio|video)\b[^>]*?\bsrc="\/uploads\/([0-9a-f]{32})/g;

const normaliseText = (html: string): string =>
  toMatchText(toTextFromHtml(html))
    .toLowerCase()
    .replace(/\u2212/g, '-')
    .replace(/-(?=\d)/g, '\u2212')
    .replace(/[\p{P}\p{Z}\p{C}$~]/gu, '') + [...html.matchAll(media)].map(([, name]) => `\u0001${name}`).join('');
