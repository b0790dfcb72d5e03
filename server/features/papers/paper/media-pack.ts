import { maxPlayFiles } from '../../../../sync/contract/platform/rich-media.ts';
import type { MediaProblem, UploadReads } from '../../platform/upload/upload-reads.ts';

export interface MediaPack {
  /** Maps the address of a recording or film in the bank to its id in the paper and its `data:` address. */
  readonly files: ReadonlyMap<string, { readonly id: string; readonly address: string }>;
  readonly faults: readonly { readonly itemId: string; readonly fault: MediaProblem | 'tooMany' }[];
  readonly totalBytes: number;
  /** Bytes by item; a shared file counts for the first item that has it. */
  readonly bytes: ReadonlyMap<string, number>;
}

/** Sanitised element of a recording or film: kind, address in the bank, play limit. */
const element = /<(audio|video) src="(\/uploads\/([0-9a-f]{8})[^"]*)"(?: data-plays="([1-9])")?><\/\1>/g;

/**
 * Loads the recordings and films of sanitised stems as `data:` addresses. Each file goes into the paper once. Stops reading once their sum exceeds
 * `mostBytes`, because such a paper cannot be published.
 */
export async function packMedia(
  texts: readonly { itemId: string; html: string }[],
  uploads: UploadReads,
  mostBytes: number,
): Promise<MediaPack> {
  const files = new Map<string, { id: string; address: string }>();
  const faults: { itemId: string; fault: MediaProblem | 'tooMany' }[] = [];
  const bytes = new Map<string, number>();
  let totalBytes = 0;
  for (const { itemId, html } of texts)
    for (const [, , url = '', id = ''] of html.matchAll(element)) {
      if (files.has(url)) continue;
      if (totalBytes > mostBytes) return { files: new Map(), faults, totalBytes, bytes };
      const address = files.size === maxPlayFiles ? 'tooMany' : await uploads.mediaAddress(url);
      if (address === 'missing' || address === 'notMedia' || address === 'mediaTooLarge' || address === 'tooMany')
        faults.push({ itemId, fault: address });
      else {
        files.set(url, { id, address });
        totalBytes += address.length;
        bytes.set(itemId, (bytes.get(itemId) ?? 0) + address.length);
      }
    }
  return { files, faults, totalBytes, bytes };
}

/** Replaces recordings and films in a sanitised text by their places in the paper; one that is not in `files` is left out. */
export const placeMedia = (html: string, files: MediaPack['files']): string =>
  html.replace(element, (_, _kind: string, url: string, _id: string, plays: string | undefined) => {
    const file = files.get(url);
    return file === undefined ? '' : `<span data-media="${file.id}"${plays === undefined ? '' : ` data-plays="${plays}"`}></span>`;
  });

/** Tests whether a sanitised text holds a recording or film. */
export const hasMedia = (html: string): boolean => html.search(element) >= 0;
