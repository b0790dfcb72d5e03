/** Name of the journals' folder in the origin private file system. It has its own module, so that using it loads no other code. */
export const journalFolder = 'wenkao-journal';

let isKnown = false;

/** Tells whether journals were ever created on this device. False also if the browser has no origin private file system. */
export async function hasJournals(): Promise<boolean> {
  // Each look takes two turns of a busy page, and several steps of a start ask.
  isKnown ||= await hasJournalFolder();
  return isKnown;
}

async function hasJournalFolder(): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).getDirectoryHandle(journalFolder);
    return true;
  } catch {
    return false;
  }
}
