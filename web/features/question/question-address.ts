import type { QuestionBank } from '../../../sync/contract/codes.ts';

export interface QuestionAddress {
  /** Address of the list; questions are opened and edited below it. */
  readonly base: string;
  /** Question bank that the pages under this address edit. */
  readonly bank: QuestionBank;
  /** Code of the profession to which the address limits the list, as in "/question/List/6-31"; null if the address names none. */
  readonly profCode: string | null;
}

/**
 * Derives the list's address and the bank from the address of a page: "/teacher/test/questions/item/7" → "/teacher/test/questions". The address of
 * the category page gives that of its list.
 */
export function parseQuestionAddress(pathname: string): QuestionAddress {
  const platform = /^\/question\/list\/([A-Za-z0-9.-]+)/i.exec(pathname);
  if (platform && !['create', 'item', 'import'].includes(platform[1] ?? ''))
    return { base: `/question/List/${platform[1]}`, bank: 'certified', profCode: platform[1] ?? null };
  if (/^\/question\//i.test(pathname)) return { base: '/question/list', bank: 'certified', profCode: null };
  const kind = /^\/teacher\/(test|exam|homework)\//i.exec(pathname)?.[1]?.toLowerCase() ?? 'exam';
  return { base: `/teacher/${kind}/questions`, bank: 'school', profCode: null };
}
