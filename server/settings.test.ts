import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('readSettings', () => {
  it('has a default for every setting', () => {
    expect(readSettings({})).toEqual({
      port: 8787,
      host: '127.0.0.1',
      plainHttp: { port: 8788, isChosen: false },
      dataDir: './data',
      databaseUrl: null,
      masterKey: null,
      s3: null,
      tls: null,
      demo: 'open',
      demoTerm: true,
      trustProxy: [],
      directoryAllow: [],
      webhookAllow: [],
      metricsToken: '',
      logLevel: 'info',
      relay: null,
      logReserveMb: 256,
    });
  });

  it.each([
    [{}, 'open'],
    [{ WENKAO_DEMO: '0' }, 'off'],
    [{ HOST: '0.0.0.0' }, 'off'],
    [{ HOST: '0.0.0.0', WENKAO_DEMO: '1' }, 'random'],
    [{ NODE_ENV: 'production' }, 'off'],
    [{ NODE_ENV: 'production', WENKAO_DEMO: '1' }, 'random'],
    [{ HOST: '::1' }, 'open'],
    [{ WENKAO_DEMO: 'bare' }, 'open', false],
  ])('chooses the demo data for %j: %s', (env, demo, demoTerm = demo !== 'off') => {
    expect(readSettings(env)).toMatchObject({ demo, demoTerm });
  });

  it.each([
    ['443', '', { port: 80, isChosen: false }],
    ['8443', '', { port: 8444, isChosen: false }],
    ['0', '', { port: 0, isChosen: false }],
    ['443', '8080', { port: 8080, isChosen: true }],
    ['', 'off', null],
  ])('chooses the plain HTTP port for PORT "%s" and HTTP_PORT "%s"', (secure, plain, plainHttp) => {
    expect(readSettings({ PORT: secure, HTTP_PORT: plain }).plainHttp).toEqual(plainHttp);
  });

  it('takes the master key as base64 or hex, from a variable or file, and shows it in no error', () => {
    const DATABASE_URL = 'postgres://here/it';
    const bytes = Buffer.alloc(32, 0xfb);
    const file = join(mkdtempSync(join(tmpdir(), 'wenkao-key-')), 'master.key');
    writeFileSync(file, `${bytes.toString('base64')}\n`);
    const keySettings = [
      { WENKAO_MASTER_KEY: bytes.toString('base64') },
      { WENKAO_MASTER_KEY: bytes.toString('hex') },
      { WENKAO_MASTER_KEY_FILE: file },
    ];
    for (const env of keySettings) expect(readSettings({ DATABASE_URL, ...env }).masterKey?.export()).toEqual(bytes);
    const read = (env: Record<string, string>) => () => readSettings({ DATABASE_URL, ...env });
    expect(read({ WENKAO_MASTER_KEY: 'too-short-a-secret' })).toThrow(
      /^WENKAO_MASTER_KEY must hold 32 random bytes as base64 or hex: make them with "openssl rand -base64 32"$/,
    );
    expect(read({ WENKAO_MASTER_KEY_FILE: '/nowhere/key' })).toThrow("WENKAO_MASTER_KEY_FILE: /nowhere/key can't be read (ENOENT)");
    expect(read({ WENKAO_MASTER_KEY: 'a', WENKAO_MASTER_KEY_FILE: 'b' })).toThrow(/both set: remove one of them/);
    expect(() => readSettings({ WENKAO_MASTER_KEY: bytes.toString('hex') })).toThrow(/goes with DATABASE_URL/);
  });

  it('takes an S3 bucket only with all its variables', () => {
    const env = { S3_ENDPOINT: 'https://s3.school.cn:9000', S3_BUCKET: 'wenkao', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const { S3_SECRET_ACCESS_KEY: _, ...partial } = env;
    expect(readSettings(env).s3).toEqual({
      endpoint: 'https://s3.school.cn:9000',
      bucket: 'wenkao',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      region: 'us-east-1',
    });
    expect(() => readSettings(partial)).toThrow(/S3_SECRET_ACCESS_KEY go together: one of them is not set/);
    expect(() => readSettings({ ...env, S3_ENDPOINT: 's3.school.cn' })).toThrow(/S3_ENDPOINT: must be an address like/);
  });

  it('names the variable at fault', () => {
    expect(() => readSettings({ PORT: 'eighty' })).toThrow(/PORT/);
    expect(() => readSettings({ HTTP_PORT: 'eighty' })).toThrow('HTTP_PORT: must be a port number or off');
    expect(() => readSettings({ WENKAO_METRICS_TOKEN: 'short' })).toThrow(/WENKAO_METRICS_TOKEN/);
    expect(() => readSettings({ DATABASE_URL: 'mysql://here/it' })).toThrow(/DATABASE_URL: must begin with postgres/);
    for (const hosts of ['a:5432,b:5432', 'me:a,b@a,b', 'a,b'])
      expect(() => readSettings({ DATABASE_URL: `postgres://${hosts}/it` })).toThrow(/DATABASE_URL: must name one PostgreSQL server/);
    expect(readSettings({ DATABASE_URL: 'postgres://me:a,b@here/it' }).databaseUrl).toBe('postgres://me:a,b@here/it');
    expect(() => readSettings({ TLS_CERT: 'cert.pem' })).toThrow(/TLS_KEY/);
  });
});
