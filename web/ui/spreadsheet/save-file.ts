/** Downloads the file. Replaces characters in the name that some file systems reject. */
export function downloadFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, ' ');
  link.click();
  // The browser has read the file soon after the click; a minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads the file that the server returns at an address. The server also names it. */
export function downloadAddress(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
