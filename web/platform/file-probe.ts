/** Signs of a private window: its files live in memory, behind a process of their own. */
export interface FileProbe {
  /** A picture of a file stays readable although the file was changed: on a disk it is refused then. */
  readonly pictureStays: boolean;
  /** Reading one byte, in microseconds: a disk's file is read where one stands (2 to 10), another process's is asked for (over 100). */
  readonly readUs: number;
}

const name = 'wenkao-probe';
const reads = 200;

/** Chromium keeps nothing of a private window and says so nowhere; these two it can't help showing (tried with Chromium 156). */
export async function probeFiles(): Promise<FileProbe> {
  const root = await navigator.storage.getDirectory();
  const handle = await root.getFileHandle(name, { create: true });
  const file = await handle.createSyncAccessHandle();
  try {
    const byte = new Uint8Array(1);
    file.write(byte, { at: 0 });
    file.flush();
    const picture = await handle.getFile();
    // A file's time of change has a grain.
    await new Promise((resolve) => setTimeout(resolve, 50));
    file.write(byte, { at: 1 });
    file.flush();
    const pictureStays = await picture.arrayBuffer().then(
      () => true,
      () => false,
    );
    const from = performance.now();
    for (let n = 0; n < reads; n += 1) file.read(byte, { at: 0 });
    return { pictureStays, readUs: ((performance.now() - from) * 1000) / reads };
  } finally {
    file.close();
    await root.removeEntry(name).catch(() => undefined);
  }
}
