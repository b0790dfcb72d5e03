/** Of the journals' folder in the origin private file system; apart, so that asking for it draws in nothing. */
export const journalFolder = 'wenkao-journal';

/** Were journals ever made here? False too where the browser has no such files. */
export async function hasJournals(): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).getDirectoryHandle(journalFolder);
    return true;
  } catch {
    return false;
  }
}
