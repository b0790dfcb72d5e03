import { readFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { uploadKinds, uploadUrlPattern } from '../../../sync/contract/upload.ts';
import type { Database } from '../../db/schema.ts';
import { sniffKind } from './file-kind.ts';
import { uploadPath } from './upload-path.ts';
import { uploadStore } from './upload-store.ts';

export type PictureFault = 'missing' | 'notPicture';

/** What other modules may ask of uploaded files. */
export interface UploadReads {
  /** A picture as a `data:` address. Its kind is told from its bytes once more: what goes into a sealed paper can't be taken back. */
  dataAddress(url: string): Promise<`data:${string}` | PictureFault>;
}

export function uploadReads(db: Kysely<Database>, folder: string): UploadReads {
  const store = uploadStore(db);
  return {
    async dataAddress(url) {
      const name = uploadUrlPattern.exec(url)?.[1];
      const stored = name === undefined ? undefined : await store.byName(name);
      if (name === undefined || !stored) return 'missing';
      if (uploadKinds[stored.kind].family !== 'image') return 'notPicture';
      const bytes = await readFile(uploadPath(folder, name)).catch(() => null);
      if (bytes === null || bytes.length === 0) return 'missing';
      if (sniffKind(bytes) !== stored.kind) return 'notPicture';
      return `data:${uploadKinds[stored.kind].mime};base64,${bytes.toString('base64')}`;
    },
  };
}
