/** Downloads the file. Replaces characters in the name that some file systems reject. */
export function downloadFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, ' ');
  link.click();
  // After the click the browser holds the file itself; a minute is generous.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads what the server gives at an address. The server names the file. */
export function downloadAddress(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
