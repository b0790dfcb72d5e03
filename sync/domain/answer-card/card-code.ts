/** Content of the QR code on one page of an answer card. `page` counts from 1. */
export interface CardCode {
  readonly planId: number;
  readonly userId: number;
  readonly page: number;
  readonly pages: number;
  /** Hash of the layout that the page was printed with. */
  readonly layout: string;
}

/** Formats the content of a QR code, using only digits, capital letters and ":", which a QR code stores compactly. */
export const formatCardCode = ({ planId, userId, page, pages, layout }: CardCode): string =>
  `WKC1:${planId}:${userId}:${page}:${pages}:${layout}`;

const codePattern = /^WKC1:([1-9]\d{0,9}):([1-9]\d{0,9}):([1-9]\d?):([1-9]\d?):([0-9A-F]{8})$/;

/** Parses the text of a QR code. Returns undefined if it is not the code of an answer card. */
export function parseCardCode(text: string): CardCode | undefined {
  const [, planId, userId, page, pages, layout] = codePattern.exec(text) ?? [];
  if (layout === undefined || Number(page) > Number(pages)) return undefined;
  return { planId: Number(planId), userId: Number(userId), page: Number(page), pages: Number(pages), layout };
}
