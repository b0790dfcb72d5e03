/** Measurements that reveal a private window, whose files another process holds in memory. */
export interface FileProbe {
  /** True if a `File` stays readable after its file was changed; files on a disk refuse that. */
  readonly pictureStays: boolean;
  /** Time to read one byte, in microseconds: 2 to 10 for a file on disk, over 100 if another process is asked. */
  readonly readUs: number;
}

const name = 'wenkao-probe';
const reads = 200;

/**
 * Measures both signs of a private window. Chromium stores nothing of a private window permanently and has no API that says so (tried with Chromium
 * 156).
 */
export async function probeFiles(): Promise<FileProbe> {
  const root = await navigator.storage.getDirectory();
  const handle = await root.getFileHandle(name, { create: true });
  const file = await handle.createSyncAccessHandle();
  try {
    const byte = new Uint8Array(1);
    file.write(byte, { at: 0 });
    file.flush();
    const picture = await handle.getFile();
    // Wait before changing the file, because modification times have a coarse resolution.
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
