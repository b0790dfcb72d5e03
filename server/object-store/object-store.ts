import type { ReadableStream } from 'node:stream/web';

/** The bytes of an object, or the path of a local file that holds them. */
export type ObjectContent = Uint8Array | { readonly path: string };

/**
 * Stores finished uploads under their names, in a folder or in an S3 bucket. The bytes under a name never change. Each method throws a `Refusal`
 * (`unavailable`) while the store cannot be reached.
 */
export interface ObjectStore {
  /**
   * Stores an object. It is complete when the promise resolves. If `content` is a local file, the file may be gone afterwards. Storing the same
   * object again does no harm.
   */
  put(name: string, content: ObjectContent): Promise<void>;
  /** Returns the bytes, or those of a range (`[first, last]`, both included); null if there is no such object. */
  get(name: string, range?: readonly [number, number]): Promise<ReadableStream<Uint8Array> | null>;
  /** Returns the size in bytes, or null if there is no such object. */
  head(name: string): Promise<number | null>;
  /** Deletes an object. Does nothing if there is none. */
  delete(name: string): Promise<void>;
  /** Yields the names of all objects, sorted. */
  list(): AsyncIterable<string>;
}

/** Returns the path of an object below its folder or bucket. The first two letters of the name spread the objects over 256 folders. */
export const getObjectPath = (name: string): string => `${name.slice(0, 2)}/${name}`;
