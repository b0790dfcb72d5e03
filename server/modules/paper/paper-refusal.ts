import { pointsOf } from '../../../sync/machines/paper-points.ts';
import { type Refusal, refuse } from '../../http/handler.ts';
import { refuseStale } from '../../http/stale-version.ts';
import { paperFieldNames, paperMessages as messages } from './paper-messages.ts';
import type { PaperChange } from './paper-store.ts';
import type { PaperDraft } from './whole-paper-reads.ts';

/** Turns a failed change of a paper into the refusal of its call. */
export function refusedChange(change: Exclude<PaperChange, { kind: 'done' }>): Refusal {
  switch (change.kind) {
    case 'notFound':
      return refuse('notFound', messages.notFound());
    case 'organised':
      return refuse('refused', messages.organised());
    case 'stale':
      return refuseStale(messages.thing(), change.note, paperFieldNames);
    case 'noTable':
      return refuse('invalid', messages.noTable(), { fields: [{ path: 'blueprint.detailTableId', message: messages.noTable() }] });
  }
}

/** Refuses a draft whose pass mark exceeds the total points. */
export function passFault(draft: PaperDraft): Refusal | undefined {
  const total = pointsOf(draft.sections);
  if (draft.rules.passPoints <= total) return undefined;
  return refuse('invalid', messages.passAboveTotal(total), {
    fields: [{ path: 'rules.passPoints', message: messages.passAboveTotal(total) }],
  });
}
