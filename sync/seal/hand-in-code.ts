import { fromBase64url } from './bytes.ts';
import { sha256Text } from './digest.ts';
import { codeLetters, isCode, meantCode } from './release-code.ts';

const codeChars = 10;

/**
 * What an examinee writes down of their hand-in, with or without a network: ten characters (50 bits) of what was handed in. The digest is over keyed
 * hashes of every answer, so only this hand-in gives this code, and it tells nothing of what was answered.
 */
export async function handInCode(attemptId: string, digest: string): Promise<string> {
  const letters = codeLetters(fromBase64url(await sha256Text(`wenkao hand-in code 1\n${attemptId}\n${digest}`)).subarray(0, codeChars));
  return `${letters.slice(0, codeChars / 2)}-${letters.slice(codeChars / 2)}`;
}

/** As it was written down and typed again; undefined: no such code. */
export function meantHandInCode(typed: string): string | undefined {
  const letters = meantCode(typed);
  return letters.length === codeChars && isCode(letters) ? `${letters.slice(0, codeChars / 2)}-${letters.slice(codeChars / 2)}` : undefined;
}
