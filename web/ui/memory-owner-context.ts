import { createContext } from 'react';

/**
 * Identifies the signed-in user, who owns column choices and drafts: two users of one PC have separate ones. The frame around all pages provides it.
 */
export const MemoryOwnerContext = createContext('');
