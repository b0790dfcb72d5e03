/** File types accepted on answers. They are recognised by the first bytes, never by the file name. */
const kinds: readonly { readonly type: string; readonly matches: (head: string) => boolean }[] = [
  { type: 'image/jpeg', matches: (head) => head.startsWith('\u00ff\u00d8\u00ff') },
  { type: 'image/png', matches: (head) => head.startsWith('\u0089PNG\r\n\u001a\n') },
  { type: 'image/webp', matches: (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP' },
  { type: 'image/gif', matches: (head) => /^GIF8[79]a/.test(head) },
  { type: 'application/pdf', matches: (head) => head.startsWith('%PDF-') },
  // An Office document; the server recognises which kind by its extension.
  { type: 'application/zip', matches: (head) => head.startsWith('PK\u0003\u0004') },
];

/** Returns the MIME type; undefined if the file is refused. */
export function detectMimeType(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  return kinds.find((kind) => kind.matches(head))?.type;
}

/** Filter of the browser's file dialog. It can be bypassed, so `detectMimeType` checks the content of each file. */
export const acceptedFiles = 'image/*,.pdf,.docx,.xlsx,.pptx';
