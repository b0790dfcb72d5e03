import { Worker } from 'node:worker_threads';
import type { CardLayout } from '../../../../sync/domain/answer-card/card-layout.ts';
import type { BoxPicture } from './cut-boxes.ts';
import type { PageReading } from './read-card.ts';

export interface CardReadingTask {
  readonly scanId: number;
  readonly bytes: Uint8Array;
}
/** What the reader made of a picture; `notDecoded`: it is damaged, or its thread failed. */
export type PictureReading = PageReading | { readonly kind: 'notDecoded' };
/** Reading of a picture, with the boxes of its page. */
export interface ReadPicture {
  readonly reading: PictureReading;
  readonly boxes: readonly BoxPicture[];
}

const threads = 2;
/** Heap of a thread. Pixels of a picture do not count towards it. */
const heapMb = 256;
/** A picture takes well under a second. */
const secondsAPicture = 60;

/**
 * Reads pictures in worker threads. `fetchNext` returns the next picture, or undefined at the end; `store` gets each reading. A picture on which a
 * thread fails or hangs is reported as not decoded.
 */
export async function readCardsInThreads(
  layouts: readonly CardLayout[],
  fetchNext: () => Promise<CardReadingTask | undefined>,
  store: (scanId: number, read: ReadPicture) => Promise<void>,
): Promise<void> {
  const open = (): Worker => {
    const worker = new Worker(new URL('./card-reading.worker.ts', import.meta.url), {
      workerData: { layouts },
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    // Without a listener, an error of an idle thread would end the process.
    return worker.on('error', () => undefined);
  };
  const work = async (): Promise<void> => {
    let worker = open();
    try {
      for (let task = await fetchNext(); task !== undefined; task = await fetchNext()) {
        const read = await readInThread(worker, task);
        await store(task.scanId, read ?? { reading: { kind: 'notDecoded' }, boxes: [] });
        if (read !== undefined) continue;
        await worker.terminate();
        worker = open();
      }
    } finally {
      await worker.terminate();
    }
  };
  // A thread that fails must not end the job while the other thread still reads its last picture.
  const ends = await Promise.allSettled(Array.from({ length: threads }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Returns the reading, or undefined if the thread failed or took too long. */
const readInThread = (worker: Worker, task: CardReadingTask): Promise<ReadPicture | undefined> =>
  new Promise((resolve) => {
    const end = (read: ReadPicture | undefined): void => {
      clearTimeout(timer);
      worker.off('message', arrive).off('exit', fail);
      resolve(read);
    };
    const arrive = (read: ReadPicture): void => end(read);
    // A thread that fails ends.
    const fail = (): void => end(undefined);
    const timer = setTimeout(fail, secondsAPicture * 1000);
    worker.on('message', arrive).on('exit', fail);
    worker.postMessage(task);
  });
