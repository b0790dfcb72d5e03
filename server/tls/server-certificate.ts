import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';

/** The certificate that an HTTPS server shows, read and checked. */
export interface ServerCertificate {
  /** PEM of the certificate, followed by those of its authorities, as far as the file holds them. */
  readonly cert: string;
  /** PEM of the private key. */
  readonly key: string;
  /** DNS names and IP addresses that the certificate is valid for, in its order. */
  readonly names: readonly string[];
  readonly expiresMs: number;
  /** The root certificate that a PC must trust, if the file holds it. */
  readonly authority: X509Certificate | null;
  /** A sentence for the operator about dates that browsers refuse, or null. */
  readonly warning: string | null;
}

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const pemKey = /-----BEGIN ([A-Z ]*)PRIVATE KEY-----[^-]+-----END [A-Z ]*PRIVATE KEY-----/;

/**
 * Reads certificate and key. Throws an error of one sentence if a file can't be read, is no PEM, or if the two do not belong together. An expired
 * certificate is only a warning: on the morning of an exam, a browser's warning that people can pass is better than a server that does not start.
 */
export function readServerCertificate({ certFile, keyFile }: CertificateFiles, nowMs: number): ServerCertificate {
  const chain = (readText(certFile, 'TLS_CERT').match(pemCertificate) ?? []).map((pem) => parseCertificate(pem, certFile));
  const [leaf] = chain;
  if (leaf === undefined) throw new Error(`TLS_CERT: ${certFile} holds no certificate in PEM form`);
  const key = readText(keyFile, 'TLS_KEY').match(pemKey)?.[0];
  if (key === undefined) throw new Error(`TLS_KEY: ${keyFile} holds no private key in PEM form`);
  if (!leaf.checkPrivateKey(parseKey(key, keyFile)))
    throw new Error(`TLS_CERT and TLS_KEY do not match: ${keyFile} is not the key of the certificate in ${certFile}`);
  const [fromMs, expiresMs] = [Date.parse(leaf.validFrom), Date.parse(leaf.validTo)];
  const warning =
    nowMs > expiresMs
      ? `the certificate in ${certFile} expired on ${formatDay(expiresMs)}: browsers warn of this server until it is replaced`
      : nowMs < fromMs
        ? `the certificate in ${certFile} is valid from ${formatDay(fromMs)} on: check the clock of this machine`
        : null;
  const isRoot = (each: X509Certificate): boolean => each.checkIssued(each) && each.verify(each.publicKey);
  return {
    cert: `${chain.map((each) => each.toString().trim()).join('\n')}\n`,
    key,
    names: readNames(leaf),
    expiresMs,
    authority: chain.find(isRoot) ?? null,
    warning,
  };
}

const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function readText(path: string, setting: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${setting}: ${path} can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`, { cause: error });
  }
}

function parseCertificate(pem: string, path: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new Error(`TLS_CERT: ${path} holds a damaged certificate`, { cause: error });
  }
}

function parseKey(pem: string, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const reason = pem.includes('ENCRYPTED') ? 'a key with a passphrase: store it without one' : 'a damaged key';
    throw new Error(`TLS_KEY: ${path} holds ${reason}`, { cause: error });
  }
}

/** Returns the subject alternative names. Node prints them as `DNS:exam.school.cn, IP Address:192.168.1.10`. */
function readNames(certificate: X509Certificate): string[] {
  return (certificate.subjectAltName ?? '').split(', ').flatMap((each) => {
    const found = /^(?:DNS|IP Address):(.+)$/.exec(each)?.[1];
    return found === undefined ? [] : [normaliseHostName(found.toLowerCase())];
  });
}

/** Returns the short form of an IPv6 address: Node prints `0:0:0:0:0:0:0:1` in certificates. Leaves other names as they are. */
export const normaliseHostName = (name: string): string => (isIPv6(name) ? new URL(`http://[${name}]`).hostname.slice(1, -1) : name);
