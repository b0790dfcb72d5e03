import { fromBase64url } from './bytes.ts';
import { hashText } from './digest.ts';
import { encodeCodeLetters, isCodeText, normaliseCode } from './release-code.ts';

const codeChars = 10;

/**
 * Computes the code that an examinee writes down for their hand-in, online or offline: ten characters (50 bits). The digest covers keyed
 * hashes of every answer, so only this hand-in gives this code, and the code does not reveal answers.
 */
export async function deriveHandInCode(attemptId: string, digest: string): Promise<string> {
  const letters = encodeCodeLetters(fromBase64url(await hashText(`wenkao hand-in code 1\n${attemptId}\n${digest}`)).subarray(0, codeChars));
  return `${letters.slice(0, codeChars / 2)}-${letters.slice(codeChars / 2)}`;
}

/** Normalises a hand-in code as typed. Returns undefined if it cannot be one. */
export function normaliseHandInCode(typed: string): string | undefined {
  const letters = normaliseCode(typed);
  return letters.length === codeChars && isCodeText(letters)
    ? `${letters.slice(0, codeChars / 2)}-${letters.slice(codeChars / 2)}`
    : undefined;
}
