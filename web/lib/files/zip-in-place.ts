import { unzipSync, zipSync, type Unzipped, type UnzipOptions, type Zippable } from 'fflate/browser';

/**
 * Replaces `fflate` in the browser's build. The asynchronous functions of `fflate` start workers from blob URLs, which the content security policy
 * refuses. The functions here block the thread until they are done, so call them only in a worker.
 */
export * from 'fflate/browser';

type ZipCallback<T> = (error: Error | null, data: T) => void;

function runWithCallback<T>(work: () => T, done: ZipCallback<T>): void {
  let data: T;
  try {
    data = work();
  } catch (error) {
    return done(error as Error, undefined as T);
  }
  return done(null, data);
}

export const zip = (files: Zippable, done: ZipCallback<Uint8Array>): void => runWithCallback(() => zipSync(files), done);
/** Unpacks a zip; `options` may be left out, as in the library. */
export function unzip(data: Uint8Array, options: UnzipOptions | ZipCallback<Unzipped>, done?: ZipCallback<Unzipped>): void {
  if (typeof options === 'function') runWithCallback(() => unzipSync(data), options);
  else if (done !== undefined) runWithCallback(() => unzipSync(data, options), done);
}
