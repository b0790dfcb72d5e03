import { randomBytes, toBase64url, encodeUtf8 } from './bytes.ts';

/** PBKDF2 rounds of one try. A browser computes them as fast as any other program, so a try costs an attacker as much as an honest user. */
const roundsOfTry = 20_000;
/** Mean number of tries until one succeeds. Together they take about a second on a school PC. */
const triesMeant = 128;

/** Proof that the client spent computing time: `answer` is a try that solves `challenge`. The server asks for it instead of refusing the call. */
export interface ProofOfWork {
  readonly challenge: string;
  readonly answer: string;
}

/** Tells whether `answer` solves the challenge. The check costs as much computing time as one try. */
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
