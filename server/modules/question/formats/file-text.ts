import type { Message } from '../../../http/handler.ts';
import { formatMessages as messages } from './format-messages.ts';

/** A text file as text. Not UTF-8: by its mark UTF-16, else what Chinese Windows writes; the reader is told. XML may name its encoding itself. */
export function textOfFile(bytes: Uint8Array): { readonly text: string; readonly notes: readonly Message[] } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), notes: [messages.readAsUtf16()] };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), notes: [messages.readAsUtf16()] };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), notes: [] };
  } catch {
    return { text: new TextDecoder('gb18030').decode(bytes), notes: [messages.readAsGbk()] };
  }
}

/** The first characters, however they are encoded: enough to tell a format by. */
export const headOf = (bytes: Uint8Array): string => textOfFile(bytes.subarray(0, 4096)).text.replace(/^\ufeff/, '');
