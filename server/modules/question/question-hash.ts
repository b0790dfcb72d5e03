import { createHash } from 'node:crypto';
import type { QuestionBody } from '../../../sync/contract/question.ts';
import { plainText } from '../../../sync/machines/plain-text.ts';
import { textOfHtml } from './question-markup.ts';

/**
 * Two questions with the same hash are (near) duplicates: same type, same stem and same set of options once spacing, punctuation,
 * widths, case and the order of the options are put aside. A minus before a digit and mathematical signs keep their meaning.
 */
export function questionHash(body: Pick<QuestionBody, 'type' | 'stem' | 'options'> & Partial<Pick<QuestionBody, 'material'>>): string {
  const options = body.options.map((option) => bare(option.html)).toSorted();
  return (
    createHash('sha256')
      // Two questions of the same words about two texts are two.
      .update(
        [body.type, bare(body.stem), ...options, ...((body.material ?? '') === '' ? [] : [`\u0000${bare(body.material ?? '')}`])].join(
          '\n',
        ),
      )
      .digest('base64url')
      .slice(0, 24)
  );
}

const bare = (html: string): string =>
  plainText(textOfHtml(html))
    .toLowerCase()
    .replace(/\u2212/g, '-')
    .replace(/-(?=\d)/g, '\u2212')
    .replace(/[\p{P}\p{Z}\p{C}$~]/gu, '');
