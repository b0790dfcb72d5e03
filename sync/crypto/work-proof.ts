import { randomBytes, toBase64url, encodeUtf8 } from './bytes.ts';

/** PBKDF2 rounds of one attempt. A browser computes them as fast as any program, so an attacker pays as much as a person. */
const roundsOfTry = 20_000;
/** One try in so many succeeds: together about a second on a PC of a school. */
const triesMeant = 128;

/** The computing time that a server asks for in place of a limit: tries at `challenge` until one succeeds. */
export interface ProofOfWork {
  readonly challenge: string;
  readonly answer: string;
}

/** Tells whether `answer` solves the challenge. Costs one try. */
export async function isWorkProofValid({ challenge, answer }: ProofOfWork): Promise<boolean> {
  const material = await crypto.subtle.importKey('raw', encodeUtf8(`wenkao work 1\n${challenge}\n${answer}`), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: encodeUtf8(challenge), iterations: roundsOfTry },
    material,
    32,
  );
  return new DataView(bits).getUint32(0) < 2 ** 32 / triesMeant;
}

/** Tries until an answer solves the challenge. The page stays usable meanwhile. */
export async function solveWorkProof(challenge: string): Promise<ProofOfWork> {
  for (;;) {
    const proof = { challenge, answer: toBase64url(randomBytes(12)) };
    if (await isWorkProofValid(proof)) return proof;
  }
}
