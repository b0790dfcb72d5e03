import type { Message } from '../../../http/handler.ts';
import { decodeText } from '../../../../sync/workbook/text-sheet.ts';
import { formatMessages as messages } from './format-messages.ts';

/** A text file as text. Not UTF-8: by its mark UTF-16, else what Chinese Windows writes; the reader is told. XML may name its encoding itself. */
export function textOfFile(bytes: Uint8Array): { readonly text: string; readonly notes: readonly Message[] } {
  const { text, encoding } = decodeText(bytes);
  return { text, notes: encoding === 'utf8' ? [] : [encoding === 'utf16' ? messages.readAsUtf16() : messages.readAsGbk()] };
}

/** The first characters, however they are encoded: enough to tell a format by. */
export const headOf = (bytes: Uint8Array): string => textOfFile(bytes.subarray(0, 4096)).text.replace(/^\ufeff/, '');
