import type { z } from 'zod';
import type { ServerRandom } from '../../../../ports.ts';
import { openSealedText, sealText } from '../../../../sealed-bytes.ts';
import type { IdNumberKeys } from '../id-number.ts';

interface SealedNoteDeps {
  readonly keys: { readonly personal: IdNumberKeys };
  readonly chance: ServerRandom;
}

/**
 * Creates `seal` and `open` for notes that the browser holds between two calls and cannot read. A note opens only for the `purpose` that it was
 * sealed for.
 */
export const createSealedNotes = <S extends z.ZodType>({ keys, chance }: SealedNoteDeps, purpose: string, content: S) => ({
  seal: (note: z.output<S>): string => sealText(purpose, JSON.stringify(note), keys.personal, chance).toString('base64url'),

  /** Returns the content of a note, or undefined if the text is no note of this purpose. */
  open(sealed: string): z.output<S> | undefined {
    try {
      return content.parse(JSON.parse(openSealedText(purpose, Buffer.from(sealed, 'base64url'), keys.personal)));
    } catch {
      return undefined;
    }
  },
});
