import { createHash } from 'node:crypto';

/** File in the docx that stores the questions completely. The import uses it only while the hash of the document's text is unchanged. */
export const wordExtraPart = 'wenkao/questions.json';
/** Hashes the text of a document; the extra part names the hash of the text that it was written with. */
export const hashDocument = (xml: Uint8Array): string => createHash('sha256').update(xml).digest('base64url');
