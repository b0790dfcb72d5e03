/** Offers the file for saving under a name that every file system takes. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, ' ');
  link.click();
  // Once the click is done the browser has its own hold on the file; a minute is generous.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
