import { useAtomValue } from 'jotai';
import { getSubmittedStatus } from '../../../sync/domain/papers/question-machine.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';

/** Returns the status that a question gets when this user hands it in. The server decides with the same function. */
export const useSubmittedStatus = () => getSubmittedStatus(useAtomValue(sessionUserAtom)?.roles ?? []);
