import { useAtomValue } from 'jotai';
import { handedIn } from '../../../sync/machines/question-machine.ts';
import { sessionUserAtom } from '../../platform/session-atoms.ts';

/** What a question becomes that who is signed in hands in: the server decides by the same function. */
export const useHandedIn = () => handedIn(useAtomValue(sessionUserAtom)?.roles ?? []);
