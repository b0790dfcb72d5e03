import { createContext } from 'react';

/** True if the user chose small tables and forms in the navbar. */
export const CompactModeContext = createContext(false);
