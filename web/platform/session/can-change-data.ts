import { useAtomValue } from 'jotai';
import { readOnlyUserType } from '../../../sync/contract/roles.ts';
import { sessionUserAtom } from './session-atoms.ts';

/** Tells whether the user may change data. A school leader only reads: the server refuses changes, so pages do not offer them. */
export const useCanChangeData = (): boolean => useAtomValue(sessionUserAtom)?.user_type !== readOnlyUserType;
