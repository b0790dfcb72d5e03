import { sumSectionPoints } from '../../../sync/domain/papers/paper-points.ts';
import { refuse } from '../../http/handler.ts';
import { refuseStaleVersion } from '../../http/stale-version.ts';
import { paperFieldNames, paperMessages as messages } from './paper-messages.ts';
import type { PaperChangeOutcome } from './paper-store.ts';
import type { StoredPaperDraft } from './whole-paper-reads.ts';

/** Turns a failed change of a paper into the refusal of its call. */
export function toPaperRefusal(change: Exclude<PaperChangeOutcome, { kind: 'done' }>): never {
  switch (change.kind) {
    case 'notFound':
      return refuse('notFound', messages.notFound());
    case 'organised':
      return refuse('refused', messages.organised());
    case 'stale':
      return refuseStaleVersion(messages.thing(), change.note, paperFieldNames);
    case 'noTable':
      return refuse('invalid', messages.noTable(), { fields: [{ path: 'blueprint.detailTableId', message: messages.noTable() }] });
  }
}

/** Refuses a draft whose pass mark exceeds the total points. */
export function checkPassMark(draft: StoredPaperDraft): void {
  const total = sumSectionPoints(draft.sections);
  if (draft.rules.passPoints <= total) return;
  refuse('invalid', messages.passAboveTotal(total), {
    fields: [{ path: 'rules.passPoints', message: messages.passAboveTotal(total) }],
  });
}
