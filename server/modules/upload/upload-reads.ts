import { readFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { uploadKinds, uploadUrlPattern, type UploadKind } from '../../../sync/contract/upload.ts';
import type { Database } from '../../db/schema.ts';
import { type PixelSize, sniffKind } from './file-kind.ts';
import { uploadPath } from './upload-path.ts';

export type PictureFault = 'missing' | 'notPicture';
export interface StoredPicture {
  readonly bytes: Uint8Array;
  readonly mime: string;
}

export interface SchoolFile {
  readonly kind: UploadKind;
  readonly sizeBytes: number;
  /** Null: no picture, or nobody knows. */
  readonly pixels: PixelSize | null;
}

/** What other modules may ask of uploaded files, by the addresses their texts hold. */
export interface UploadReads {
  /** A picture as a `data:` address. */
  dataAddress(url: string): Promise<`data:${string}` | PictureFault>;
}
export interface ManyUploadReads extends UploadReads {
  /** Pictures by their address; one that isn't there, or is none, is simply not in the map. */
  pictures(urls: readonly string[]): Promise<Map<string, StoredPicture>>;
  /** Which of these files are of the school. */
  ofSchool(urls: readonly string[], schoolId: number): Promise<Map<string, SchoolFile>>;
  /** Which of them are here. */
  known(urls: readonly string[]): Promise<ReadonlySet<string>>;
  /** Bytes of all of them together, as far as they are there. */
  sizeOf(urls: readonly string[]): Promise<number>;
}

const atOnce = 500;

/** `folder` is the uploads' own. */
export function uploadReads(db: Kysely<Database>, folder: string): ManyUploadReads {
  const namesOf = (urls: readonly string[]): string[] => urls.flatMap((url) => uploadUrlPattern.exec(url)?.[1] ?? []);
  /** Its kind is told from its bytes once more: what goes into a sealed paper or another's file can't be taken back. */
  const pictureOf = async ({ name, kind }: { name: string; kind: UploadKind }): Promise<StoredPicture | PictureFault> => {
    const { family, mime } = uploadKinds[kind];
    if (family !== 'image') return 'notPicture';
    const bytes = await readFile(uploadPath(folder, name)).catch(() => null);
    if (bytes === null || bytes.length === 0) return 'missing';
    return sniffKind(bytes) === kind ? { bytes: new Uint8Array(bytes), mime } : 'notPicture';
  };
  const stored = async (names: readonly string[]) => {
    const rows = await db.selectFrom('upload').select(['name', 'kind']).where('name', 'in', names).execute();
    return rows.map(({ name, kind }) => ({ name, kind: kind as UploadKind }));
  };
  return {
    async known(urls) {
      const names = namesOf(urls);
      const found = new Set<string>();
      for (let at = 0; at < names.length; at += atOnce)
        for (const { name } of await stored(names.slice(at, at + atOnce))) found.add(`/uploads/${name}`);
      return found;
    },
    async ofSchool(urls, schoolId) {
      const names = namesOf(urls);
      if (names.length === 0) return new Map();
      const rows = await db
        .selectFrom('upload')
        .select(['name', 'kind', 'size_bytes', 'width', 'height'])
        .where('name', 'in', names)
        .where('school_id', '=', schoolId)
        .execute();
      return new Map(
        rows.map((row) => [
          `/uploads/${row.name}`,
          {
            kind: row.kind as UploadKind,
            sizeBytes: row.size_bytes,
            pixels: row.width === null || row.height === null ? null : { width: row.width, height: row.height },
          },
        ]),
      );
    },
    async dataAddress(url) {
      const [row] = await stored(namesOf([url]));
      const picture = row === undefined ? 'missing' : await pictureOf(row);
      if (typeof picture === 'string') return picture;
      return `data:${picture.mime};base64,${Buffer.from(picture.bytes).toString('base64')}`;
    },

    async pictures(urls) {
      const found = new Map<string, StoredPicture>();
      for (let at = 0; at < urls.length; at += atOnce) {
        for (const row of await stored(namesOf(urls.slice(at, at + atOnce)))) {
          const picture = await pictureOf(row);
          if (typeof picture !== 'string') found.set(`/uploads/${row.name}`, picture);
        }
      }
      return found;
    },

    async sizeOf(urls) {
      let bytes = 0;
      for (let at = 0; at < urls.length; at += atOnce) {
        const { sum } = await db
          .selectFrom('upload')
          .select((eb) => eb.fn.sum<number | null>('size_bytes').as('sum'))
          .where('name', 'in', namesOf(urls.slice(at, at + atOnce)))
          .executeTakeFirstOrThrow();
        bytes += sum ?? 0;
      }
      return bytes;
    },
  };
}
