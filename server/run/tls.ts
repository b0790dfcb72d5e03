import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readSettings } from '../settings.ts';
import { getTlsKitFolder, makeCertificates } from '../tls/tls-kit.ts';
import { runCommand } from './command.ts';

const usage = `npm run tls -- --name <host name> --ip <address> [--data <folder> | --folder <folder>]
  Makes a certificate authority of your own and a server certificate for these addresses, for a network without a public certificate.
  --name, --ip   may be given several times. A second call keeps the authority and adds addresses.
  --folder       where the files go (default: tls in the data folder, WENKAO_DATA, where the server finds and renews them by itself)`;

const several = { type: 'string', multiple: true } as const;
await runCommand(
  usage,
  { name: several, ip: several, data: { type: 'string' }, folder: { type: 'string' } },
  async ({ name = [], ip = [], data, folder }) => {
    const invalidIp = ip.find((each) => isIP(each) === 0);
    if (invalidIp !== undefined) throw new Error(`--ip takes an address such as 192.168.1.10, not "${invalidIp}"`);
    const into = resolve(folder ?? getTlsKitFolder(data ?? readSettings(process.env).dataDir));
    const certificate = await makeCertificates(into, [...name, ...ip], Date.now());
    const unknownNames = await listUnknownNames(name);
    return [
      `certificate for ${certificate.names.join(', ')}, valid until ${new Date(certificate.expiresMs).toISOString().slice(0, 10)}: ${into}`,
      `fingerprint of the authority (SHA-256): ${certificate.authority?.fingerprint256 ?? ''}`,
      ...unknownNames.map(
        (each) => `This machine finds no address for ${each}: enter the name in the school's DNS, or open the server by its IP address.`,
      ),
      folder === undefined
        ? 'Next: start the server, or wait a minute if it runs with HTTPS already. It prints the address to open.'
        : `Next: start the server with TLS_CERT and TLS_KEY, both ${into}/server.pem.`,
      `All PCs must trust ${into}/ca.crt. The server also offers this file at /ca.crt.`,
    ].join('\n');
  },
);

/** Returns the names that cannot be resolved on this machine. */
async function listUnknownNames(names: readonly string[]): Promise<string[]> {
  const unknown: string[] = [];
  for (const name of names) if (isIP(name) === 0) await lookup(name).catch(() => unknown.push(name));
  return unknown;
}
