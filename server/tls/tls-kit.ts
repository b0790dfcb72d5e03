import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { makeWritableFolder } from '../db/opening/writable-folder.ts';
import { issueServerCertificate, makeAuthority, type KeyedCertificate } from './local-authority.ts';
import { normaliseHostName, readServerCertificate, type CertificateFiles, type ServerCertificate } from './server-certificate.ts';

/** Renew the server certificate when it is valid for less than this time (ms). */
const renewBeforeMs = 60 * 86_400_000;
const ownNames = ['localhost', '127.0.0.1', '::1'];

/** The folder of the school's own certificates inside a data folder. */
export const getTlsKitFolder = (dataDir: string): string => join(dataDir, 'tls');

/** The server certificate with its key and authority is one file, so that a reader never finds a new key beside an old certificate. */
const serverFile = 'server.pem';
const authorityFile = 'authority.pem';
const publicFile = 'ca.crt';

/** Returns the files of the school's own certificate for the HTTPS server, or null if the folder has none. */
export function findTlsKit(folder: string): CertificateFiles | null {
  const file = join(folder, serverFile);
  return existsSync(file) ? { certFile: file, keyFile: file } : null;
}

/**
 * Makes the school's own certificates in `folder`, or adds `names` to those that are there; the authority stays, because PCs trust it. Throws an
 * error of one sentence if a name is invalid, or if the first call gives none.
 */
export async function makeCertificates(folder: string, names: readonly string[], nowMs: number): Promise<ServerCertificate> {
  const files = findTlsKit(folder);
  const knownNames = files === null ? [] : readServerCertificate(files, nowMs).names;
  const certifiedNames = [...new Set([...knownNames, ...names.map(parseName)].filter((name) => !ownNames.includes(name)))];
  if (certifiedNames.length === 0)
    throw new Error('pass the address that browsers open: --name exam.school.cn, --ip 192.168.1.10, or both');
  makeWritableFolder(folder);
  const authority = readAuthority(folder) ?? (files === null ? await createAuthority(folder, nowMs) : refuseWithoutAuthority(folder));
  return issueInto(folder, authority, [...certifiedNames, ...ownNames], nowMs);
}

/** Renews a server certificate that expires soon. Returns whether it did. Throws an error of one sentence if the authority is missing or expired. */
export async function renewCertificates(folder: string, nowMs: number): Promise<boolean> {
  const files = findTlsKit(folder);
  if (files === null) return false;
  const { names, expiresMs } = readServerCertificate(files, nowMs);
  if (expiresMs - nowMs > renewBeforeMs) return false;
  const authority = readAuthority(folder) ?? refuseWithoutAuthority(folder);
  // A certificate can't outlive its authority. If this one already lasts as long as the authority, a new one would expire on the same day.
  if (Date.parse(new X509Certificate(authority.certificate).validTo) <= expiresMs)
    throw new Error(`the authority in ${folder} expires: remove the folder, run "wenkao tls" again and let all PCs trust the new one`);
  await issueInto(folder, authority, names, nowMs);
  return true;
}

/** Throws an error instead of making a new authority, because the PCs that trust the old one would then be locked out. */
function refuseWithoutAuthority(folder: string): never {
  throw new Error(`${join(folder, authorityFile)} is missing, so no certificate can be issued: restore it from a backup`);
}

async function createAuthority(folder: string, nowMs: number): Promise<KeyedCertificate> {
  const authority = await makeAuthority(`Wenkao ${hostname()} ${new Date(nowMs).toISOString().slice(0, 10)}`, nowMs);
  // Write the authority last: if the disk is full before that, the next call makes both files again.
  writePrivately(join(folder, publicFile), `${authority.certificate}\n`);
  writePrivately(join(folder, authorityFile), `${authority.key}\n${authority.certificate}\n`);
  return authority;
}

async function issueInto(folder: string, authority: KeyedCertificate, names: readonly string[], nowMs: number): Promise<ServerCertificate> {
  const { certificate, key } = await issueServerCertificate(authority, names, nowMs);
  const file = join(folder, serverFile);
  writePrivately(file, `${key}\n${certificate}\n${authority.certificate}\n`);
  return readServerCertificate({ certFile: file, keyFile: file }, nowMs);
}

function readAuthority(folder: string): KeyedCertificate | undefined {
  const file = join(folder, authorityFile);
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const [key, certificate] = ['PRIVATE KEY', 'CERTIFICATE'].map(
    (kind) => new RegExp(`-----BEGIN ${kind}-----[^-]+-----END ${kind}-----`).exec(text)?.[0],
  );
  if (key === undefined || certificate === undefined) throw new Error(`${file} is damaged: restore it from a backup`);
  return { key, certificate };
}

/** Replaces a file in one step, readable by its owner only. */
function writePrivately(path: string, content: string): void {
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  try {
    writeFileSync(partial, content, { mode: 0o600, flush: true });
    renameSync(partial, path);
  } finally {
    rmSync(partial, { force: true });
  }
}

const dnsName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Returns a name as certificates write it. Throws an error of one sentence if it is neither a host name nor an IP address. */
function parseName(text: string): string {
  const name = normaliseHostName(text.trim().toLowerCase());
  if (isIP(name) === 0 && (!dnsName.test(name) || /^[\d.]+$/.test(name)))
    throw new Error(`"${text}" is neither a host name such as exam.school.cn nor an IP address such as 192.168.1.10`);
  return name;
}
