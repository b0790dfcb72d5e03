import type { Upload } from './upload.ts';

/** Uploads of a form that have not ended. Saving waits for them, so that the saved text contains every picture. */
export class PendingUploads {
  readonly #going = new Set<Promise<boolean>>();

  readonly tracked =
    (upload: Upload): Upload =>
    (file, options) => {
      const arrives = upload(file, options);
      // An upload that the user cancelled does not count as failed.
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

  /** Resolves when all uploads have ended, with false if an upload failed. */
  async settled(): Promise<boolean> {
    let all = true;
    while (this.#going.size > 0) all = (await Promise.all(this.#going)).every(Boolean) && all;
    // Let the editor insert the uploaded picture, which it does in the same tick, before the form is saved.
    await new Promise((resolve) => setTimeout(resolve));
    return all;
  }
}
