import type { PictureProblem, UploadReads } from '../../platform/upload/upload-reads.ts';

/**
 * Most bytes of a paper's pictures, recordings and films in total, as `data:` addresses. Thirty devices of a room fetch the paper at once over the
 * school's network.
 */
export const maxPictureBytes = 12 * 1024 * 1024;

/** Above this number of bytes the pictures are not embedded, not even for a preview, because they would exhaust the server's memory. */
const hopelessBytes = 4 * maxPictureBytes;

export interface PicturePack {
  /** Maps an address in the bank to its `data:` address; empty if the pictures exceed `hopelessBytes`. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly faults: readonly { readonly itemId: string; readonly fault: PictureProblem | 'outside' }[];
  /** Length of all `data:` addresses. A picture counts as often as it occurs in the paper. */
  readonly totalBytes: number;
  /** Items with the largest pictures first, to tell authors which to shrink. */
  readonly largestItems: readonly { readonly itemId: string; readonly bytes: number }[];
}

const pictures = /(<img\b[^>]*?\bsrc=")([^"]*)(")/gi;

/** Loads the pictures of the texts as `data:` addresses. The player works offline and shows no other pictures. */
export async function packPictures(texts: readonly { itemId: string; html: string }[], uploads: UploadReads): Promise<PicturePack> {
  const addresses = new Map<string, string>();
  const faults: { itemId: string; fault: PictureProblem | 'outside' }[] = [];
  const broken = new Map<string, PictureProblem>();
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
      const dataAddress = url.startsWith('data:') ? url : addresses.get(url);
      if (dataAddress === undefined) faults.push({ itemId, fault: fault ?? 'outside' });
      else {
        bytes.set(itemId, (bytes.get(itemId) ?? 0) + dataAddress.length);
        totalBytes += dataAddress.length;
        if (totalBytes > hopelessBytes) break packing;
      }
    }
  return {
    addresses: totalBytes > hopelessBytes ? new Map() : addresses,
    faults,
    totalBytes,
    largestItems: [...bytes].map(([itemId, size]) => ({ itemId, bytes: size })).toSorted((a, b) => b.bytes - a.bytes),
  };
}

/** Replaces the addresses of pictures in a text by their `data:` addresses. A picture that could not be loaded gets an empty address. */
export const embedPictures = (html: string, addresses: ReadonlyMap<string, string>): string =>
  html.replace(
    pictures,
    (_, before: string, url: string, after: string) => before + (url.startsWith('data:') ? url : (addresses.get(url) ?? '')) + after,
  );
