import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('settings', () => {
  it('has defaults for everything', () => {
    expect(readSettings({})).toEqual({
      port: 8787,
      host: '127.0.0.1',
      plainHttp: { port: 8788, isChosen: false },
      dataDir: './data',
      databaseUrl: null,
      tls: null,
      demo: 'open',
      trustProxy: [],
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
  ])('demo data for %j: %s', (env, demo) => {
    expect(readSettings(env).demo).toBe(demo);
  });

  it.each([
    ['443', '', { port: 80, isChosen: false }],
    ['8443', '', { port: 8444, isChosen: false }],
    ['0', '', { port: 0, isChosen: false }],
    ['443', '8080', { port: 8080, isChosen: true }],
    ['', 'off', null],
  ])('30.2: the port of the plain HTTP page beside "%s", with HTTP_PORT "%s"', (secure, plain, plainHttp) => {
    expect(readSettings({ PORT: secure, HTTP_PORT: plain }).plainHttp).toEqual(plainHttp);
  });

  it('names the variable at fault', () => {
    expect(() => readSettings({ PORT: 'eighty' })).toThrow(/PORT/);
    expect(() => readSettings({ HTTP_PORT: 'eighty' })).toThrow('HTTP_PORT: must be a port number or off');
    expect(() => readSettings({ WENKAO_METRICS_TOKEN: 'short' })).toThrow(/WENKAO_METRICS_TOKEN/);
    expect(() => readSettings({ DATABASE_URL: 'mysql://here/it' })).toThrow(/DATABASE_URL: must begin with postgres/);
    expect(() => readSettings({ TLS_CERT: 'cert.pem' })).toThrow(/TLS_KEY/);
  });
});
