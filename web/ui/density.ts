import { createContext } from 'react';

/** Tables and forms in their small size, as the person chose in the navbar. */
export const Mini = createContext(false);
