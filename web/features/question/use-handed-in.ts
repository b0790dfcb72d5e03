import { useAtomValue } from 'jotai';
import { handedIn } from '../../../sync/machines/question-machine.ts';
import { sessionUserAtom } from '../../platform/session-atoms.ts';

/** Returns the status that a question gets when this user hands it in. The server decides with the same function. */
export const useHandedIn = () => handedIn(useAtomValue(sessionUserAtom)?.roles ?? []);
