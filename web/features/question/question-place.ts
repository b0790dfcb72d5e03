import { useAtomValue } from 'jotai';
import { useLocation } from 'react-router-dom';
import { useCanChangeData } from '../../platform/session/can-change-data.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { parseQuestionAddress, type QuestionAddress } from './question-address.ts';

interface QuestionPlace extends QuestionAddress {
  /** Whether the user can change questions of this bank. */
  readonly mayChange: boolean;
}

/**
 * Reads from the path which question bank this page edits. The same pages serve three menu areas of a school (exams, mock tests, homework) and the
 * admins of the certified bank.
 */
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
