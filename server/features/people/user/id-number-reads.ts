import type { ServerRandom } from '../../../ports.ts';
import { indexIdNumber, openIdNumber, sealIdNumber, type IdNumberKeys } from './id-number.ts';

/** Seals, opens and indexes ID numbers for other modules. The index finds a sealed number without opening it. */
export const createIdNumberReads = (keys: IdNumberKeys, chance: ServerRandom) => ({
  seal: (text: string): Buffer => sealIdNumber(text, keys, chance),
  open: (sealed: Buffer): string => openIdNumber(sealed, keys),
  index: (idNumber: string, schoolId: number): Buffer => indexIdNumber(idNumber, schoolId, keys),
});
