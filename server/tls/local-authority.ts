import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate and its private key, both as PEM. */
export interface KeyedCertificate {
  readonly certificate: string;
  readonly key: string;
}

const dayMs = 86_400_000;
const authorityDays = 3650;
/** Days for which a server certificate is valid. Apple devices refuse one that is valid for more than 825 days. */
const serverDays = 397;
/** Certificates are valid from the day before, because the clock of a PC may be late. */
const lateClockMs = dayMs;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Loads the certificate library only when a certificate is made: it takes half a second. */
async function loadLibrary() {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  // In Node, `webcrypto` is the interface that the library calls `Crypto`; only the type declarations differ.
  x509.cryptoProvider.set(webcrypto as unknown as Crypto);
  return x509;
}

/** Makes a certificate authority that is valid for ten years. `name`: shown by browsers and Windows as its owner. */
export async function makeAuthority(name: string, nowMs: number): Promise<KeyedCertificate> {
  const x509 = await loadLibrary();
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(nowMs - lateClockMs),
    notAfter: new Date(nowMs + authorityDays * dayMs),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) };
}

/** Issues a server certificate for `names` (DNS names and IP addresses). It never outlives the authority. */
export async function issueServerCertificate(
  authority: KeyedCertificate,
  names: readonly string[],
  nowMs: number,
): Promise<KeyedCertificate> {
  const x509 = await loadLibrary();
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [signingKeyBytes] = x509.PemConverter.decode(authority.key);
  if (signingKeyBytes === undefined) throw new Error('the key of the authority is not in PEM form');
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [names[0] ?? 'localhost'] }],
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey: await crypto.subtle.importKey('pkcs8', signingKeyBytes, algorithm, false, ['sign']),
    signingAlgorithm: algorithm,
    notBefore: new Date(nowMs - lateClockMs),
    notAfter: new Date(Math.min(nowMs + serverDays * dayMs, issuer.notAfter.getTime())),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) };
}

async function exportKey(key: CryptoKey): Promise<string> {
  const bytes = Buffer.from(await crypto.subtle.exportKey('pkcs8', key));
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----`;
}
