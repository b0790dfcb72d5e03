/** Name of the journals' folder in the origin private file system. It has its own module, so that using it loads no other code. */
export const journalFolder = 'wenkao-journal';

let isKnown = false;

/** Tells whether journals were ever created on this device. False also if the browser has no origin private file system. */
export async function hasJournals(): Promise<boolean> {
  // Store a positive result, because a check has to wait twice for a busy page, and several steps of the start need the result.
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
