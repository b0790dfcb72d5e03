import type { Message } from '../../../../../http/handler.ts';
import { decodeText } from '../../../../../../sync/spreadsheet/text-sheet.ts';
import { formatMessages as messages } from '../format-messages.ts';

/** Decodes a text file: UTF-8, UTF-16 by its byte order mark, otherwise GBK, which Chinese Windows writes. A note names any encoding but UTF-8. */
export function decodeTextFile(bytes: Uint8Array): { readonly text: string; readonly notes: readonly Message[] } {
  const { text, encoding } = decodeText(bytes);
  return { text, notes: encoding === 'utf8' ? [] : [encoding === 'utf16' ? messages.readAsUtf16() : messages.readAsGbk()] };
}

/** Decodes the beginning of a file, enough to recognise its format. */
export const decodeFileHead = (bytes: Uint8Array): string => decodeTextFile(bytes.subarray(0, 4096)).text.replace(/^\ufeff/, '');
