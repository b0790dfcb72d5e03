import type { PageReading, RowReading } from './read-card.ts';

/** Picture of a batch with its reading. `picture`: place in the batch. */
export interface BatchPicture {
  readonly picture: number;
  readonly reading: PageReading;
}
/** Expected content of a batch: the plan, its examinees, and the number of pages of a card. */
export interface BatchPlan {
  readonly planId: number;
  readonly userIds: readonly number[];
  readonly pages: number;
}
/** Reason why a picture or a page is not taken. Each names its pictures, so that a person can look. */
export type BatchFault =
  | { readonly kind: 'unreadable' | 'foreign'; readonly pictures: readonly number[] }
  | {
      readonly kind: 'otherPlan' | 'otherLayout' | 'unknownExaminee';
      readonly pictures: readonly number[];
      readonly userId: number;
      readonly planId: number;
    }
  /** Several pictures of one page. The card is refused, because they may differ. */
  | { readonly kind: 'pageTwice'; readonly pictures: readonly number[]; readonly userId: number; readonly page: number }
  /** The other pages of an examinee of whom a page is missing or there twice. `missing`: pages that the batch lacks. */
  | { readonly kind: 'incomplete'; readonly pictures: readonly number[]; readonly userId: number; readonly missing: readonly number[] };

/** Complete card of one examinee: the rows of all pages in order. */
export interface CollatedCard {
  readonly userId: number;
  readonly pictures: readonly number[];
  readonly rows: readonly RowReading[];
}
export interface CollatedBatch {
  readonly cards: readonly CollatedCard[];
  readonly faults: readonly BatchFault[];
  /** Examinees of the plan without any page in the batch. */
  readonly withoutCard: readonly number[];
}

type ReadPage = Extract<PageReading, { kind: 'page' }>;

/** Sorts the pictures of a batch into complete cards. Every picture is in exactly one card or in at least one fault: none is dropped in silence. */
export function collatePages(pictures: readonly BatchPicture[], plan: BatchPlan): CollatedBatch {
  const faults: BatchFault[] = [];
  const known = new Set(plan.userIds);
  const pages: (ReadPage & { readonly picture: number })[] = [];
  for (const { picture, reading } of pictures) {
    if (reading.kind === 'unreadable' || reading.kind === 'foreign') {
      faults.push({ kind: reading.kind, pictures: [picture] });
      continue;
    }
    const { planId, userId } = reading.code;
    const named = { pictures: [picture], planId, userId };
    // The plan first: a card of another plan always has another layout, too.
    if (planId !== plan.planId) faults.push({ kind: 'otherPlan', ...named });
    else if (reading.kind === 'otherLayout') faults.push({ kind: 'otherLayout', ...named });
    else if (known.has(userId)) pages.push({ ...reading, picture });
    else faults.push({ kind: 'unknownExaminee', ...named });
  }
  const byUser = Map.groupBy(pages, ({ code }) => code.userId);
  const cards = [...byUser].flatMap(([userId, own]): CollatedCard[] => {
    const byPage = Map.groupBy(own, ({ code }) => code.page);
    const twice = [...byPage].filter(([, same]) => same.length > 1);
    for (const [page, same] of twice) faults.push({ kind: 'pageTwice', pictures: same.map(({ picture }) => picture), userId, page });
    const missing = Array.from({ length: plan.pages }, (_, at) => at + 1).filter((page) => !byPage.has(page));
    const others = own.filter(({ code }) => byPage.get(code.page)?.length === 1).map(({ picture }) => picture);
    if (missing.length > 0 || others.length < own.length) {
      if (missing.length > 0 || others.length > 0) faults.push({ kind: 'incomplete', pictures: others, userId, missing });
      return [];
    }
    const ordered = own.toSorted((a, b) => a.code.page - b.code.page);
    return [{ userId, pictures: ordered.map(({ picture }) => picture), rows: ordered.flatMap(({ rows }) => rows) }];
  });
  return { cards, faults, withoutCard: plan.userIds.filter((userId) => !byUser.has(userId)) };
}
