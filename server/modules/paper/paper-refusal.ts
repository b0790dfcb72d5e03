import { sumSectionPoints } from '../../../sync/domain/papers/paper-points.ts';
import { refuse } from '../../http/handler.ts';
import { paperMessages as messages } from './paper-messages.ts';
import type { StoredPaperDraft } from './whole-paper-reads.ts';

/** Refuses a draft whose pass mark exceeds the total points. */
export function checkPassMark(draft: StoredPaperDraft): void {
  const total = sumSectionPoints(draft.sections);
  if (draft.rules.passPoints <= total) return;
  refuse('invalid', messages.passAboveTotal(total), {
    fields: [{ path: 'rules.passPoints', message: messages.passAboveTotal(total) }],
  });
}
