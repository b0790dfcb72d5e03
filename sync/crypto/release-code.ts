import type { SealedPackage } from '../contract/exams/sitting.ts';
import { type Bytes, encodeUtf8, fromBase64url, hashText, joinBytes, randomBytes, toBase64url } from './bytes.ts';
import { formatPackageBinding, sealNonceBytes } from './canonical.ts';
import { openWithGcm } from './gcm.ts';
import { derivePasswordKey, pbkdf2Rounds } from './vault-key.ts';
import { encodeCodeLetters, isCodeText, normaliseCode } from './typed-code.ts';

type CodeWrap = NonNullable<SealedPackage['codeWrap']>;
type PackageName = Pick<SealedPackage, 'planId' | 'variant' | 'version'>;

const codeChars = 12;
const saltBytes = 16;

/** Formats a release code from at least 12 random bytes: twelve characters (60 bits) in groups of four, "7K3M-00QX-ZB9T" (SY18). */
export function formatReleaseCode(bytes: Uint8Array): string {
  if (bytes.length < codeChars) throw new RangeError('too few bytes for a code');
  return encodeCodeLetters(bytes.subarray(0, codeChars)).replace(/(.{4})(?=.)/g, '$1-');
}
export const generateReleaseCode = (): string => formatReleaseCode(randomBytes(codeChars));

/** Normalises a release code as typed. Returns undefined if the text cannot be a release code. */
export function normaliseReleaseCode(typed: string): string | undefined {
  const code = normaliseCode(typed);
  return code.length >= codeChars && isCodeText(code) ? code : undefined;
}

const wrapBinding = (name: PackageName): string => `wenkao code 1\n${formatPackageBinding(name.planId, name.variant, name.version)}`;

/** Wraps a paper's content key under the room's release code, bound to the package it opens. Throws a RangeError for a malformed code. */
export async function wrapByReleaseCode(code: string, contentKey: Bytes, name: PackageName): Promise<CodeWrap> {
  const normal = normaliseReleaseCode(code);
  if (normal === undefined) throw new RangeError('not a release code');
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(sealNonceBytes);
  const key = await derivePasswordKey(normal, salt, pbkdf2Rounds, ['encrypt']);
  const cipher = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: encodeUtf8(wrapBinding(name)) },
    key,
    contentKey,
  );
  return {
    salt: toBase64url(salt),
    rounds: pbkdf2Rounds,
    wrapped: toBase64url(joinBytes(nonce, new Uint8Array(cipher))),
  };
}

/** Unwraps the content key, in the format of `exam/release`. Returns undefined if the code is malformed or not the one of this package. */
export async function openByReleaseCode(codeWrap: CodeWrap, typed: string, name: PackageName): Promise<string | undefined> {
  const code = normaliseReleaseCode(typed);
  if (code === undefined) return undefined;
  const key = await derivePasswordKey(code, fromBase64url(codeWrap.salt), codeWrap.rounds, ['decrypt']);
  return openWithGcm(key, codeWrap.wrapped, wrapBinding(name)).then(toBase64url, () => undefined);
}

const handInCodeChars = 10;

/**
 * Computes the code that an examinee writes down for their hand-in, online or offline: ten characters (50 bits). The digest covers keyed
 * hashes of every answer, so only this hand-in gives this code, and the code does not reveal answers.
 */
export async function deriveHandInCode(attemptId: string, digest: string): Promise<string> {
  const letters = encodeCodeLetters(
    fromBase64url(await hashText(`wenkao hand-in code 1\n${attemptId}\n${digest}`)).subarray(0, handInCodeChars),
  );
  return `${letters.slice(0, handInCodeChars / 2)}-${letters.slice(handInCodeChars / 2)}`;
}

/** Normalises a hand-in code as typed. Returns undefined if the text cannot be a hand-in code. */
export function normaliseHandInCode(typed: string): string | undefined {
  const letters = normaliseCode(typed);
  return letters.length === handInCodeChars && isCodeText(letters)
    ? `${letters.slice(0, handInCodeChars / 2)}-${letters.slice(handInCodeChars / 2)}`
    : undefined;
}
