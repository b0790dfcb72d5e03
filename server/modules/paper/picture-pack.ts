import type { PictureFault, UploadReads } from '../upload/upload-reads.ts';

/** Together, as they are sent. A room of thirty fetches the paper at once, over whatever network the school has. */
export const maxPictureBytes = 12 * 1024 * 1024;

/** A paper far beyond it is not put together at all, not even to be looked at: it would not fit into the server's memory. */
const hopelessBytes = 4 * maxPictureBytes;

export interface PicturePack {
  /** Address in the bank → `data:` address. Empty where there is too much of it. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly faults: readonly { readonly itemId: string; readonly fault: PictureFault | 'outside' }[];
  /** Of all pictures as often as they stand in the paper. */
  readonly totalBytes: number;
  /** Items with the largest pictures first, for who has to make them smaller. */
  readonly heaviest: readonly { readonly itemId: string; readonly bytes: number }[];
}

const pictures = /(<img\b[^>]*?\bsrc=")([^"]*)(")/gi;

/** Fetches what the pictures of these texts show. The player works offline and takes `data:` pictures alone. */
export async function packPictures(texts: readonly { itemId: string; html: string }[], uploads: UploadReads): Promise<PicturePack> {
  const addresses = new Map<string, string>();
  const faults: { itemId: string; fault: PictureFault | 'outside' }[] = [];
  const broken = new Map<string, PictureFault>();
  const bytes = new Map<string, number>();
  let totalBytes = 0;
  packing: for (const { itemId, html } of texts)
    for (const [, , url = ''] of html.matchAll(pictures)) {
      if (url.startsWith('/uploads/') && !addresses.has(url) && !broken.has(url)) {
        const address = await uploads.dataAddress(url);
        if (address === 'missing' || address === 'notPicture') broken.set(url, address);
        else addresses.set(url, address);
      }
      const fault = broken.get(url);
      const shown = url.startsWith('data:') ? url : addresses.get(url);
      if (shown === undefined) faults.push({ itemId, fault: fault ?? 'outside' });
      else {
        bytes.set(itemId, (bytes.get(itemId) ?? 0) + shown.length);
        totalBytes += shown.length;
        if (totalBytes > hopelessBytes) break packing;
      }
    }
  return {
    addresses: totalBytes > hopelessBytes ? new Map() : addresses,
    faults,
    totalBytes,
    heaviest: [...bytes].map(([itemId, size]) => ({ itemId, bytes: size })).toSorted((a, b) => b.bytes - a.bytes),
  };
}

/** A text with its pictures inside. */
export const withPictures = (html: string, addresses: ReadonlyMap<string, string>): string =>
  html.replace(pictures, (whole, before: string, url: string, after: string) => {
    const address = addresses.get(url);
    return address === undefined ? whole : before + address + after;
  });
