/** What an answer may come with, told by the first bytes and never by the name. */
const kinds: readonly { readonly type: string; readonly matches: (head: string) => boolean }[] = [
  { type: 'image/jpeg', matches: (head) => head.startsWith('\u00ff\u00d8\u00ff') },
  { type: 'image/png', matches: (head) => head.startsWith('\u0089PNG\r\n\u001a\n') },
  { type: 'image/webp', matches: (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP' },
  { type: 'image/gif', matches: (head) => /^GIF8[79]a/.test(head) },
  { type: 'application/pdf', matches: (head) => head.startsWith('%PDF-') },
  // A document of Office: which one the server tells by its end.
  { type: 'application/zip', matches: (head) => head.startsWith('PK\u0003\u0004') },
];

/** Undefined: not taken. */
export function kindOf(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  return kinds.find((kind) => kind.matches(head))?.type;
}

/** For the browser's own dialog; what is chosen in spite of it is told by its content. */
export const acceptedFiles = 'image/*,.pdf,.docx,.xlsx,.pptx';
