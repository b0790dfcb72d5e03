import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CardLayout } from '../../../../sync/domain/answer-card/card-layout.ts';
import type { BoxPicture } from './cut-boxes.ts';
import type { PageReading } from './read-card.ts';

export interface CardReadingTask {
  readonly scanId: number;
  readonly bytes: Uint8Array;
}
export type PictureReading = PageReading | { readonly kind: 'notDecoded' };
/** Reading of a picture, with the boxes of its page. */
export interface ReadPicture {
  readonly reading: PictureReading;
  readonly boxes: readonly BoxPicture[];
}
/** Messages to a process: first the layouts, then one file after another. */
export type ReadingRequest = { readonly layouts: readonly CardLayout[] } | { readonly bytes: Uint8Array };

const processes = 2;
/** Limit of the heap of a process in MB. The pixels of a picture are stored outside the heap. */
const heapMb = 256;
/** Time limit for one picture, which normally takes well under a second. */
const secondsAPicture = 60;
const program = fileURLToPath(new URL('./card-reading.worker.ts', import.meta.url));

/**
 * Reads pictures in processes of their own, so that a picture on which the native decoder fails cannot end the server. `fetchNext` returns the next
 * picture, or undefined at the end; `store` gets each reading. A picture on which a process fails or hangs is reported as not decoded.
 */
export async function readCardsInProcesses(
  layouts: readonly CardLayout[],
  fetchNext: () => Promise<CardReadingTask | undefined>,
  store: (scanId: number, read: ReadPicture) => Promise<void>,
): Promise<void> {
  const open = (): ChildProcess => {
    const reader = fork(program, { serialization: 'advanced', execArgv: [`--max-old-space-size=${heapMb}`], stdio: 'ignore' });
    // Without a listener, the error of a process that cannot be started would end the server. `readInProcess` notices that the process is gone.
    reader.on('error', () => undefined);
    send(reader, { layouts });
    return reader;
  };
  const work = async (): Promise<void> => {
    let reader = open();
    try {
      for (let task = await fetchNext(); task !== undefined; task = await fetchNext()) {
        const read = await readInProcess(reader, task);
        await store(task.scanId, read ?? { reading: { kind: 'notDecoded' }, boxes: [] });
        if (read !== undefined) continue;
        reader.kill('SIGKILL');
        reader = open();
      }
    } finally {
      reader.kill('SIGKILL');
    }
  };
  // A process that fails must not end the job while the other one still reads its last picture.
  const ends = await Promise.allSettled(Array.from({ length: processes }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Sends a message. It is lost if the process has ended; `readInProcess` notices that. */
const send = (reader: ChildProcess, request: ReadingRequest): void => void reader.send(request, () => undefined);

/** Returns the reading, or undefined if the process failed or took too long. */
const readInProcess = (reader: ChildProcess, { bytes }: CardReadingTask): Promise<ReadPicture | undefined> =>
  new Promise((resolve) => {
    const end = (read: ReadPicture | undefined): void => {
      clearTimeout(timer);
      reader.off('message', arrive).off('exit', fail).off('error', fail);
      resolve(read);
    };
    const arrive = (read: unknown): void => end(read as ReadPicture);
    const fail = (): void => end(undefined);
    const timer = setTimeout(fail, secondsAPicture * 1000);
    reader.on('message', arrive).on('exit', fail).on('error', fail);
    // The process may have ended between two pictures.
    if (reader.exitCode !== null || reader.signalCode !== null) fail();
    else send(reader, { bytes });
  });
