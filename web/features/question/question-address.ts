import type { QuestionBank } from '../../../sync/contract/codes.ts';

export interface QuestionAddress {
  /** Path of the list of questions; the pages that show or edit one question are below it. */
  readonly base: string;
  /** Question bank that the pages under this address edit. */
  readonly bank: QuestionBank;
  /** Code of the profession to which the address limits the list, as in "/question/List/6-31"; null if the address names none. */
  readonly profCode: string | null;
}

/**
 * Derives the path of the question list, and the question bank, from the path of any question page: "/teacher/test/questions/item/7" →
 * "/teacher/test/questions". The page of the bank's categories belongs to the same list.
 */
export function parseQuestionAddress(pathname: string): QuestionAddress {
  const platform = /^\/question\/list\/([A-Za-z0-9.-]+)/i.exec(pathname);
  if (platform && !['create', 'item', 'import'].includes(platform[1] ?? ''))
    return { base: `/question/List/${platform[1]}`, bank: 'certified', profCode: platform[1] ?? null };
  if (/^\/question\//i.test(pathname)) return { base: '/question/list', bank: 'certified', profCode: null };
  const kind = /^\/teacher\/(test|exam|homework)\//i.exec(pathname)?.[1]?.toLowerCase() ?? 'exam';
  return { base: `/teacher/${kind}/questions`, bank: 'school', profCode: null };
}
