import type { CardState, ScanReason, ScanState } from '../../../../../sync/contract/marking/card.ts';
import type { Point } from '../../../../../sync/domain/answer-card/card-projection.ts';

/** Row of a page with its filled options; null means that a person has to decide. */
export interface ScannedRow {
  readonly label: string;
  readonly marked: readonly string[] | null;
}
export interface ScannedPage {
  readonly userId: number;
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly ScannedRow[];
  /** Pictures of the boxes for written answers that were cut out of the page. */
  readonly boxes?: readonly ScannedBox[];
}
/** Uploaded picture of one box. `label`: item id of its question. */
export interface ScannedBox {
  readonly label: string;
  readonly url: string;
  readonly bytes: number;
}
/** Stored result of reading a picture: a page of a card, or the reason why it shows no readable page of this plan. */
export type ScanReading =
  | (ScannedPage & { readonly kind: 'page'; readonly corners: readonly Point[] })
  | { readonly kind: 'unreadable' | 'foreign'; readonly reason: ScanReason };
/** Decision of a person. `rows`: the rows that the program could not decide; for an unreadable picture, all rows of its page. */
export type ScanDecision = { readonly kind: 'setAside' } | ({ readonly kind: 'rows' } & ScannedPage);

export interface Scan {
  readonly id: number;
  /** Null until the job has read the picture. */
  readonly reading: ScanReading | null;
  readonly decision: ScanDecision | null;
  /** When the card of this picture was entered as a first entry; null if it was not. */
  readonly enteredMs: number | null;
}

/** Card of one examinee as far as it was scanned. `scanIds`: pictures that count. `rows`: all rows, if the card is complete and all are decided. */
export interface ScannedCard {
  readonly userId: number;
  readonly scanIds: readonly number[];
  readonly missing: readonly number[];
  readonly state: Extract<CardState, 'incomplete' | 'undecided' | 'ready'>;
  readonly rows: readonly ScannedRow[];
  readonly boxes: readonly ScannedBox[];
}
export interface CollatedScans {
  /** State of every scanned picture, by scan id. */
  readonly states: ReadonlyMap<number, Exclude<ScanState, 'related'>>;
  readonly cards: ReadonlyMap<number, ScannedCard>;
}

/** Returns the page that a picture shows, with the rows that a person decided; undefined if it shows none or is set aside. */
export function getScannedPage({ reading, decision }: Scan): ScannedPage | undefined {
  if (decision?.kind === 'setAside') return undefined;
  if (reading?.kind !== 'page') return decision ?? undefined;
  const decided = new Map(decision?.rows.map(({ label, marked }) => [label, marked]));
  return { ...reading, rows: reading.rows.map(({ label, marked }) => ({ label, marked: marked ?? decided.get(label) ?? null })) };
}

const isOpen = ({ marked }: ScannedRow): boolean => marked === null;

/** Lists the other pictures of the page that a picture shows, without those set aside. */
export function listTwins<S extends Scan>(scans: readonly S[], scan: S): S[] {
  const shown = getScannedPage(scan);
  return scans.filter((other) => {
    const page = getScannedPage(other);
    return other.id !== scan.id && page !== undefined && page.userId === shown?.userId && page.page === shown.page;
  });
}

/** Returns the state of a picture by itself, without regard to other pictures. */
function getStateAlone(scan: Scan): Exclude<ScanState, 'related' | 'twice' | 'later'> {
  if (scan.decision?.kind === 'setAside') return 'setAside';
  if (scan.reading === null) return 'waits';
  const page = getScannedPage(scan);
  if (page !== undefined) return page.rows.some(isOpen) ? 'doubtful' : 'read';
  return scan.reading.kind === 'page' ? 'doubtful' : scan.reading.kind;
}

/**
 * Joins pictures into cards. Every picture has a state: none is dropped in silence. Two pictures of one page may differ, so neither counts. An
 * entered picture counts even beside a later one, until a person corrects the entry.
 */
export function collateScans(scans: readonly Scan[]): CollatedScans {
  const states = new Map(scans.map((scan) => [scan.id, getStateAlone(scan) as Exclude<ScanState, 'related'>]));
  const pages = scans.flatMap((scan) => {
    const page = getScannedPage(scan);
    return page === undefined ? [] : [{ ...page, id: scan.id, isEntered: scan.enteredMs !== null }];
  });
  const cards = new Map<number, ScannedCard>();
  for (const [userId, userPages] of Map.groupBy(pages, (page) => page.userId)) {
    const byPage = Map.groupBy(userPages, ({ page }) => page);
    const validPages = [...byPage.values()].flatMap((same) => {
      const standing = same.find(({ isEntered }) => isEntered) ?? (same.length === 1 ? same[0] : undefined);
      for (const { id, rows } of same)
        if (standing === undefined) states.set(id, 'twice');
        else if (id !== standing.id && !rows.some(isOpen)) states.set(id, 'later');
      return standing ?? [];
    });
    validPages.sort((a, b) => a.page - b.page);
    const pageCount = Math.max(...userPages.map((page) => page.pages));
    const missing = Array.from({ length: pageCount }, (_, at) => at + 1).filter((page) => !byPage.has(page));
    const rows = validPages.flatMap((page) => page.rows);
    const state = validPages.length < pageCount ? 'incomplete' : rows.some(isOpen) ? 'undecided' : 'ready';
    cards.set(userId, {
      userId,
      scanIds: validPages.map(({ id }) => id),
      missing,
      state,
      rows,
      boxes: validPages.flatMap((page) => page.boxes ?? []),
    });
  }
  return { states, cards };
}
