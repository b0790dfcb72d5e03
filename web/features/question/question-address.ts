import type { QuestionBank } from '../../../sync/contract/codes.ts';

export interface QuestionAddress {
  /** The list this page belongs to; questions are opened and edited below it. */
  readonly base: string;
  /** The bank that is worked on here. */
  readonly bank: QuestionBank;
  /** On the question platform: the code of the profession whose questions these are. */
  readonly profCode: string | null;
}

/** "/teacher/test/questions/item/7" → "/teacher/test/questions"; the category page belongs to the list beside it. */
export function placeOf(pathname: string): QuestionAddress {
  const platform = /^\/question\/list\/([A-Za-z0-9.-]+)/i.exec(pathname);
  if (platform && !['create', 'item', 'import'].includes(platform[1] ?? ''))
    return { base: `/question/List/${platform[1]}`, bank: 'certified', profCode: platform[1] ?? null };
  if (/^\/question\//i.test(pathname)) return { base: '/question/list', bank: 'certified', profCode: null };
  const kind = /^\/teacher\/(test|exam|homework)\//i.exec(pathname)?.[1]?.toLowerCase() ?? 'exam';
  return { base: `/teacher/${kind}/questions`, bank: 'school', profCode: null };
}
