export interface PhotoFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
/** Largest accepted photo in bytes. */
export const maxPhotoBytes = 2_000_000;
const picture = /\.(?:jpe?g|png|webp)$/i;

/** Returns a file's name without folders and extension: an ID, ticket or student number. */
export const getPhotoKey = (name: string): string => (name.split(/[\\/]/).pop() ?? '').replace(picture, '').trim();
export const isPhotoFile = (name: string): boolean => picture.test(name) && !name.startsWith('__MACOSX');

/** Reads the photos of files and zip archives. `left` names the files that are too large or not pictures. */
export async function readPhotos(files: readonly File[]): Promise<{ photos: PhotoFile[]; left: string[] }> {
  const photos: PhotoFile[] = [];
  const left: string[] = [];
  const take = (name: string, bytes: Uint8Array<ArrayBuffer>): void => {
    if (isPhotoFile(name) && bytes.length > 0 && bytes.length <= maxPhotoBytes) photos.push({ name, bytes });
    else left.push(name);
  };
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!/\.zip$/i.test(file.name)) {
      take(file.name, bytes);
      continue;
    }
    const { unzip } = await import('fflate');
    await new Promise<void>((resolve, reject) => {
      unzip(
        bytes,
        {
          filter: ({ name, originalSize }) => {
            const fits = isPhotoFile(name) && originalSize <= maxPhotoBytes;
            if (!fits && !name.endsWith('/') && !name.startsWith('__MACOSX')) left.push(name);
            return fits;
          },
        },
        (error, found) => {
          if (error) return reject(error);
          for (const [name, each] of Object.entries(found)) take(name, Uint8Array.from(each));
          return resolve();
        },
      );
    });
  }
  return { photos, left };
}
