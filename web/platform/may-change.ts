import { useAtomValue } from 'jotai';
import { readOnlyUserType } from '../../sync/contract/roles.ts';
import { sessionUserAtom } from './session-atoms.ts';

/** A school leader reads everything of the school and changes nothing: the server refuses, so the page doesn't offer. */
export const useMayChange = (): boolean => useAtomValue(sessionUserAtom)?.user_type !== readOnlyUserType;
