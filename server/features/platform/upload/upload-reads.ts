import { maxQuestionMediaBytes } from '../../../../sync/contract/platform/rich-media.ts';
import { buffer } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { uploadKinds, uploadUrlPattern, type UploadFamily, type UploadKind } from '../../../../sync/contract/platform/upload.ts';
import type { Database } from '../../../db/schema.ts';
import type { ObjectStore } from '../../../object-store/object-store.ts';
import { type PixelSize, sniffKind } from './file-kind.ts';
import { sliceValues } from '../../../db/slice-values.ts';

export type PictureProblem = 'missing' | 'notPicture';
export type MediaProblem = 'missing' | 'notMedia' | 'mediaTooLarge';
export interface StoredPicture {
  readonly bytes: Uint8Array;
  readonly mime: string;
}

export interface SchoolFile {
  readonly kind: UploadKind;
  readonly sizeBytes: number;
  /** Size of the picture in pixels; null if the file is no picture or the size is unknown. */
  readonly pixels: PixelSize | null;
}

/** Queries of uploaded files for other modules, which know a file by its address in a question or another text. */
export interface UploadReads {
  /** Returns a picture as a `data:` address. */
  dataAddress(url: string): Promise<`data:${string}` | PictureProblem>;
  /** Returns a recording or film of at most `maxQuestionMediaBytes` as a `data:` address. */
  mediaAddress(url: string): Promise<`data:${string}` | MediaProblem>;
}
export interface ManyUploadReads extends UploadReads {
  /** Returns pictures by their address. Addresses without a picture are missing from the map. */
  pictures(urls: readonly string[]): Promise<Map<string, StoredPicture>>;
  /** Returns those files that belong to the school, by address. */
  ofSchool(urls: readonly string[], schoolId: number): Promise<Map<string, SchoolFile>>;
  /** Returns those of the given addresses under which a file is stored. */
  filterStored(urls: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the total size in bytes of the files that exist. */
  sizeOf(urls: readonly string[]): Promise<number>;
}

const atOnce = 500;

/** Creates the queries of uploaded files. `objects`: the store that holds their content. */
export function createUploadReads(db: Kysely<Database>, objects: ObjectStore): ManyUploadReads {
  const namesOf = (urls: readonly string[]): string[] => urls.flatMap((url) => uploadUrlPattern.exec(url)?.[1] ?? []);
  /** Reads a file and checks its kind again by its bytes: content that was put into a sealed paper or an exported file cannot be recalled. */
  const contentOf = async (
    { name, kind }: { name: string; kind: UploadKind },
    family: UploadFamily,
  ): Promise<StoredPicture | 'missing' | 'otherKind'> => {
    if (uploadKinds[kind].family !== family) return 'otherKind';
    const content = await objects.get(name);
    const bytes = content && (await buffer(content));
    if (bytes === null || bytes.length === 0) return 'missing';
    return sniffKind(bytes) === kind ? { bytes: new Uint8Array(bytes), mime: uploadKinds[kind].mime } : 'otherKind';
  };
  const dataOf = ({ bytes, mime }: StoredPicture) => `data:${mime};base64,${Buffer.from(bytes).toString('base64')}` as const;
  const readKinds = async (names: readonly string[]) => {
    const rows = await db.selectFrom('upload').select(['name', 'kind']).where('name', 'in', names).execute();
    return rows.map(({ name, kind }) => ({ name, kind: kind as UploadKind }));
  };
  return {
    async filterStored(urls) {
      const names = namesOf(urls);
      const storedUrls = new Set<string>();
      for (const some of sliceValues(names, atOnce)) for (const { name } of await readKinds(some)) storedUrls.add(`/uploads/${name}`);
      return storedUrls;
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
      const [row] = await readKinds(namesOf([url]));
      const picture = row === undefined ? 'missing' : await contentOf(row, 'image');
      return picture === 'otherKind' ? 'notPicture' : picture === 'missing' ? picture : dataOf(picture);
    },
    async mediaAddress(url) {
      const [row] = await readKinds(namesOf([url]));
      // The size is checked before the file is read: a film of a course may have gigabytes.
      if (row && ((await objects.head(row.name)) ?? 0) > maxQuestionMediaBytes) return 'mediaTooLarge';
      const media = row === undefined ? 'missing' : await contentOf(row, 'media');
      return media === 'otherKind' ? 'notMedia' : media === 'missing' ? media : dataOf(media);
    },

    async pictures(urls) {
      const picturesByUrl = new Map<string, StoredPicture>();
      for (const slice of sliceValues(urls, atOnce)) {
        for (const row of await readKinds(namesOf(slice))) {
          const picture = await contentOf(row, 'image');
          if (typeof picture !== 'string') picturesByUrl.set(`/uploads/${row.name}`, picture);
        }
      }
      return picturesByUrl;
    },

    async sizeOf(urls) {
      let bytes = 0;
      for (const slice of sliceValues(urls, atOnce)) {
        const { sum } = await db
          .selectFrom('upload')
          .select((eb) => eb.fn.sum<number | null>('size_bytes').as('sum'))
          .where('name', 'in', namesOf(slice))
          .executeTakeFirstOrThrow();
        bytes += sum ?? 0;
      }
      return bytes;
    },
  };
}
