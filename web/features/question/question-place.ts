import { useAtomValue } from 'jotai';
import { useLocation } from 'react-router-dom';
import type { QuestionBank } from '../../../sync/contract/codes.ts';
import { useCanChangeData } from '../../platform/session/can-change-data.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';

interface QuestionAddress {
  /** Address of the list; questions are opened and edited below it. */
  readonly base: string;
  /** Bank that the pages at this address edit. */
  readonly bank: QuestionBank;
  /** Code of the profession if the address names one (question platform). */
  readonly profCode: string | null;
}

/** Derives the place from an address: "/teacher/test/questions/item/7" → "/teacher/test/questions". The category page belongs to its list. */
export function parseQuestionAddress(pathname: string): QuestionAddress {
  const platform = /^\/question\/list\/([A-Za-z0-9.-]+)/i.exec(pathname);
  if (platform && !['create', 'item', 'import'].includes(platform[1] ?? ''))
    return { base: `/question/List/${platform[1]}`, bank: 'certified', profCode: platform[1] ?? null };
  if (/^\/question\//i.test(pathname)) return { base: '/question/list', bank: 'certified', profCode: null };
  const kind = /^\/teacher\/(test|exam|homework)\//i.exec(pathname)?.[1]?.toLowerCase() ?? 'exam';
  return { base: `/teacher/${kind}/questions`, bank: 'school', profCode: null };
}

interface QuestionPlace extends QuestionAddress {
  /** Whether the user may change questions of this bank. */
  readonly mayChange: boolean;
}

/** Reads the current place from the address. The same pages serve three areas of a school and the admins of the certified bank. */
export function useQuestionPlace(): QuestionPlace {
  const { pathname } = useLocation();
  const user = useAtomValue(sessionUserAtom);
  const writable = useCanChangeData();
  const place = parseQuestionAddress(pathname);
  const keeps = user?.roles.some((role) =>
    place.bank === 'school' ? role === 'school' || role === 'teacher' : role === 'question' || role === 'admin',
  );
  return { ...place, mayChange: writable && keeps === true };
}
