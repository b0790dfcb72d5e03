import { readFileSync } from 'node:fs';
import { formatKeyFingerprint, verifyArchive } from '../archive/verify-archive.ts';
import { runCommand } from './command.ts';

const usage = `npm run verify-archive -- --file <archive.zip> [--key <public key>]
  Checks an archive of an exam without the server: every byte, the signature, every chain of the log, what counts, and every score.
  --key   the key it must be signed with, as base64url; without it, compare the print with the one the server shows.`;

await runCommand(usage, { file: { type: 'string' }, key: { type: 'string' } }, async ({ file, key }) => {
  if (file === undefined) throw new Error(usage);
  const { faults, name, publicKey, attempts, ops, scores } = await verifyArchive(readFileSync(file), key);
  if (faults.length > 0) throw new Error([`${file}: not as it was made`, ...faults.slice(0, 50)].join('\n'));
  return [
    `ok: ${name}: ${attempts} attempts, ${ops} ops on their chains, ${scores} scores counted anew`,
    `signed by ${formatKeyFingerprint(publicKey)}`,
  ].join('\n');
});
