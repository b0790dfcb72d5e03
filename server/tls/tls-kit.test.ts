import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDataFolder } from '../../tests/fixtures/data-folder.ts';
import { CertificateSource } from './certificate-source.ts';
import { readServerCertificate } from './server-certificate.ts';
import { getTlsKitFolder, makeCertificates } from './tls-kit.ts';

const dayMs = 86_400_000;
const nowMs = Date.UTC(2026, 8, 1);

describe('certificates that the school makes itself', () => {
  let dataDir: string;
  let folder: string;
  beforeEach(() => {
    dataDir = createDataFolder();
    folder = getTlsKitFolder(dataDir);
  });

  it('are issued for names, addresses and the machine itself, by an authority valid for ten years', async () => {
    const certificate = await makeCertificates(folder, ['Exam.School.test', '192.168.1.10', 'fd00:0::5'], nowMs);
    expect(certificate.names).toEqual(['exam.school.test', '192.168.1.10', 'fd00::5', 'localhost', '127.0.0.1', '::1']);
    const serverCertificate = new X509Certificate(certificate.cert);
    expect(serverCertificate.checkHost('exam.school.test')).toBe('exam.school.test');
    expect(serverCertificate.checkIP('192.168.1.10')).toBe('192.168.1.10');
    expect(certificate.authority?.ca).toBe(true);
    expect(serverCertificate.verify((certificate.authority as X509Certificate).publicKey)).toBe(true);
    const validDays = (each: X509Certificate) => (Date.parse(each.validTo) - Date.parse(each.validFrom)) / dayMs;
    expect(validDays(serverCertificate)).toBeLessThan(825);
    expect(validDays(certificate.authority as X509Certificate)).toBeGreaterThan(3649);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('keep their authority and get more names at a second call', async () => {
    const first = await makeCertificates(folder, ['exam.school.test'], nowMs);
    const second = await makeCertificates(folder, ['192.168.1.10'], nowMs);
    expect(second.authority?.fingerprint256).toBe(first.authority?.fingerprint256);
    expect(second.names.slice(0, 2)).toEqual(['exam.school.test', '192.168.1.10']);
  });

  it('never get a second authority while certificates of the first exist', async () => {
    await makeCertificates(folder, ['exam.school.test'], nowMs);
    rmSync(join(folder, 'authority.pem'));
    await expect(makeCertificates(folder, ['192.168.1.10'], nowMs)).rejects.toThrow(
      /authority\.pem is missing, so no certificate can be issued/,
    );
  });

  it.each(['', 'a b', 'https://exam.school.test', '1.2.3', '-exam', '*.school.test'])('are refused for the name "%s"', async (name) => {
    await expect(makeCertificates(folder, [name], nowMs)).rejects.toThrow(/is neither a host name .* nor an IP address/);
  });

  it('need a name at the first call', async () => {
    await expect(makeCertificates(folder, [], nowMs)).rejects.toThrow(/--name/);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  describe('in the server', () => {
    let clockMs = nowMs;
    const warnings: string[] = [];
    const open = () => {
      clockMs = nowMs;
      warnings.length = 0;
      const logger = { info: () => undefined, warn: (_: object, message: string) => void warnings.push(message) };
      return CertificateSource.open({ settings: { tls: null, dataDir }, clock: { nowMs: () => clockMs }, logger });
    };

    it('leave TLS off if there are none', async () => {
      expect(await open()).toBeNull();
    });

    it('are renewed before they expire, by the same authority', async () => {
      const certificate = await makeCertificates(folder, ['exam.school.test'], nowMs);
      const source = await open();
      expect(await source?.check()).toBe(false);
      clockMs = certificate.expiresMs - 59 * dayMs;
      expect(await source?.check()).toBe(true);
      expect(source?.current.expiresMs).toBeGreaterThan(certificate.expiresMs + 300 * dayMs);
      expect(source?.current).toMatchObject({
        names: certificate.names,
        authority: { fingerprint256: certificate.authority?.fingerprint256 },
      });
    });

    it('are renewed at the start if they expired while the machine was off', async () => {
      const { expiresMs } = await makeCertificates(folder, ['exam.school.test'], nowMs - 500 * dayMs);
      expect(expiresMs).toBeLessThan(nowMs);
      expect((await open())?.current).toMatchObject({ warning: null });
    });

    it('are reloaded when names are added while the server runs', async () => {
      await makeCertificates(folder, ['exam.school.test'], nowMs);
      const source = await open();
      await makeCertificates(folder, ['192.168.1.10'], nowMs);
      expect(await source?.check()).toBe(true);
      expect(source?.current.names).toContain('192.168.1.10');
    });

    it('stay in use if their files become unusable, with one warning', async () => {
      await makeCertificates(folder, ['exam.school.test'], nowMs);
      const source = await open();
      writeFileSync(join(folder, 'server.pem'), 'half');
      expect([await source?.check(), await source?.check()]).toEqual([false, false]);
      expect(source?.current.names[0]).toBe('exam.school.test');
      expect(warnings).toEqual([expect.stringContaining('holds no certificate in PEM form')]);
    });

    it('are not renewed beyond the authority’s end, and the warning says what to do', async () => {
      const { authority } = await makeCertificates(folder, ['exam.school.test'], nowMs);
      const endMs = Date.parse(authority?.validTo ?? '');
      const source = await open();
      clockMs = endMs - 300 * dayMs;
      expect(await source?.check()).toBe(true);
      expect(source?.current.expiresMs).toBe(endMs);
      clockMs = endMs - dayMs;
      expect(await source?.check()).toBe(false);
      expect(warnings.join()).toContain('let all PCs trust the new one');
    });
  });
});

describe('readServerCertificate', () => {
  let folder: string;
  const file = (name: string) => join(folder, name);
  beforeEach(async () => {
    folder = createDataFolder();
    for (const name of ['a', 'b']) await makeCertificates(join(folder, name), ['exam.school.test'], nowMs);
    writeFileSync(file('empty.pem'), '');
    writeFileSync(file('damaged.pem'), readFileSync(file('a/server.pem'), 'utf8').replaceAll(/^MI[A-Z]/gm, 'AAA'));
  });

  it.each([
    ['missing.pem', 'a/server.pem', /^TLS_CERT: .*missing\.pem can't be read \(ENOENT\)$/],
    ['a', 'a/server.pem', /^TLS_CERT: .* can't be read \(EISDIR\)$/],
    ['empty.pem', 'a/server.pem', /^TLS_CERT: .* holds no certificate in PEM form$/],
    ['damaged.pem', 'a/server.pem', /^TLS_CERT: .* holds a damaged certificate$/],
    ['a/server.pem', 'missing.pem', /^TLS_KEY: .* can't be read \(ENOENT\)$/],
    ['a/server.pem', 'a/ca.crt', /^TLS_KEY: .* holds no private key in PEM form$/],
    ['a/server.pem', 'damaged.pem', /^TLS_KEY: .* holds a damaged key$/],
    ['a/server.pem', 'b/server.pem', /^TLS_CERT and TLS_KEY do not match: .*$/],
  ])('refuses the certificate %s with the key in %s, in one sentence', (certFile, keyFile, message) => {
    expect(() => readServerCertificate({ certFile: file(certFile), keyFile: file(keyFile) }, nowMs)).toThrow(message);
  });

  it('only warns of an expired certificate, so that the server still starts', () => {
    const files = { certFile: file('a/server.pem'), keyFile: file('a/server.pem') };
    expect(readServerCertificate(files, nowMs).warning).toBeNull();
    expect(readServerCertificate(files, nowMs + 400 * dayMs).warning).toMatch(/expired on 2027-10-03/);
    expect(readServerCertificate(files, nowMs - 9 * dayMs).warning).toMatch(/check the clock of this machine/);
  });
});
