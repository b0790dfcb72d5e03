import type { Upload } from './upload.ts';

/** Pictures of a form that are on their way: what is saved has them. */
export class PendingUploads {
  readonly #going = new Set<Promise<boolean>>();

  readonly tracked =
    (upload: Upload): Upload =>
    (file, options) => {
      const arrives = upload(file, options);
      // Who takes a picture back doesn't wait for it.
      const fate = arrives.then(
        () => true,
        () => options?.signal?.aborted === true,
      );
      this.#going.add(fate);
      void fate.finally(() => this.#going.delete(fate));
      return arrives;
    };

  get any(): boolean {
    return this.#going.size > 0;
  }

  /** Once none is on its way any more: false where one didn't arrive. */
  async settled(): Promise<boolean> {
    let all = true;
    while (this.#going.size > 0) all = (await Promise.all(this.#going)).every(Boolean) && all;
    // Who sent it puts it into the text first.
    await new Promise((resolve) => setTimeout(resolve));
    return all;
  }
}
