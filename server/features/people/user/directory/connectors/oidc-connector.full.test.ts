import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultDirectory } from '../../../../../../sync/contract/people/directory.ts';
import { oidcClient, startOidcProvider } from '../../../../../../tests/fixtures/directory/oidc-server.ts';
import { makeAuthority } from '../../../../../tls/local-authority.ts';
import { type DirectoryAccess, type DirectoryFault, type RedirectMemory } from './connector.ts';
import { createDirectoryFetch } from './directory-fetch.ts';
import { createDirectoryNetwork } from './directory-network.ts';
import { createOidcConnector } from './oidc-connector.ts';

const network = createDirectoryNetwork(['127.0.0.1']);
const returnAddress = 'https://exam.school.test/sign-in/return';
const memory: RedirectMemory = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };

describe('the OpenID connector with a real provider', () => {
  let provider: Awaited<ReturnType<typeof startOidcProvider>>;
  let otherAuthority: string;
  let access: DirectoryAccess;
  beforeAll(async () => {
    const authority = await makeAuthority('School', Date.now());
    otherAuthority = (await makeAuthority('Other', Date.now())).certificate;
    provider = await startOidcProvider(authority, returnAddress);
    access = { ...defaultDirectory, ...oidcClient, kind: 'oidc', address: provider.issuer, certificate: authority.certificate };
  });
  afterAll(() => provider.stop());

  const connect = (change: Partial<DirectoryAccess> = {}) =>
    createOidcConnector({ ...access, ...change }, createDirectoryFetch(network, change.certificate ?? access.certificate));
  /** Walks through the provider's pages as a browser would, and returns the query that it sends back. */
  const signInAt = async (address: string, login: string): Promise<string> => {
    const ask = createDirectoryFetch(network, access.certificate);
    const cookies = new Map<string, string>();
    let url = address;
    let form: string | undefined;
    for (let step = 0; step < 12; step += 1) {
      const response = await ask(url, {
        method: form === undefined ? 'GET' : 'POST',
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: form,
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      form = undefined;
      const location = response.headers.get('location');
      if (location?.startsWith(returnAddress)) return new URL(location).search.slice(1);
      if (location !== null) url = new URL(location, url).href;
      else {
        const page = await response.text();
        const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
        const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
        url = new URL(action, url).href;
        form = new URLSearchParams({ prompt, login, password: 'any' }).toString();
      }
    }
    throw new Error('the provider never sent the browser back');
  };
  const faultOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'no fault',
      (error: unknown) => (error as DirectoryFault).text.en,
    );
  const testOf = (change: Partial<DirectoryAccess>) => faultOf(connect(change).test(returnAddress, () => undefined));

  it('signs a person in by code, with PKCE, state and nonce', async () => {
    const connector = connect();
    const url = await connector.begin(memory, returnAddress);
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      state: memory.state,
      nonce: memory.nonce,
      redirect_uri: returnAddress,
    });
    expect(url).not.toContain(memory.verifier);
    const answer = await signInAt(url, 'zhang');
    expect(await connector.finish(answer, memory, returnAddress)).toEqual({ number: 'T-zhang' });
    expect(await faultOf(connector.finish(answer, memory, returnAddress))).toContain('invalid_grant');
  });

  it.each(['state', 'nonce', 'verifier'] as const)('refuses an answer for another %s', async (part) => {
    const connector = connect();
    const answer = await signInAt(await connector.begin(memory, returnAddress), 'zhang');
    expect(await faultOf(connector.finish(answer, { ...memory, [part]: 'x'.repeat(43) }, returnAddress))).toContain('unexpected answer');
  });

  it('treats a cancelled sign-in as no sign-in', async () => {
    expect(await connect().finish(`error=access_denied&state=${memory.state}`, memory, returnAddress)).toBeNull();
  });

  it('reports each step of working settings', async () => {
    const steps: string[] = [];
    await connect().test(returnAddress, (text) => steps.push(text.en));
    expect(steps).toEqual([
      expect.stringContaining('certificate trusted'),
      `The OpenID provider "${provider.issuer}" answers`,
      'Client ID and secret are valid',
      `Register this return address at the provider: ${returnAddress}`,
    ]);
  });

  it('describes what is wrong with the settings', async () => {
    expect(await testOf({ certificate: otherAuthority })).toMatch(/^The certificate of ".*" is not trusted/);
    expect(await testOf({ secret: 'expired' })).toMatch(/^The provider refused the client ID or the secret \(HTTP 401/);
    expect(await testOf({ account: 'unknown' })).toMatch(/^The provider refused the client ID or the secret \(HTTP 401/);
    expect(await testOf({ address: `${provider.issuer}/other` })).toMatch(/^This address is no OpenID provider/);
    expect(await testOf({ address: 'https://nowhere.invalid' })).toMatch(/^The host "nowhere.invalid" is unknown/);
    const answer = await signInAt(await connect().begin(memory, returnAddress), 'li');
    expect(await faultOf(connect().finish(answer, memory, returnAddress))).toMatch(
      /^The answer has no number attribute "employeeNumber"; it has: .*name/,
    );
    const renamed = await signInAt(await connect().begin(memory, returnAddress), 'zhang');
    expect(await faultOf(connect({ numberAttribute: 'staffNo' }).finish(renamed, memory, returnAddress))).toMatch(
      /no number attribute "staffNo"; it has: .*employeeNumber/,
    );
  });

  it('reports that the provider cannot be reached after it was stopped', async () => {
    await provider.stop();
    expect(await testOf({})).toMatch(/cannot be reached \(ECONNREFUSED\)/);
  });
});
