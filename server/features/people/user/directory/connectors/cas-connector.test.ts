import { describe, expect, it } from 'vitest';
import { defaultDirectory } from '../../../../../../sync/contract/people/directory.ts';
import { createCasConnector } from './cas-connector.ts';
import type { DirectoryFault } from './connector.ts';
import type { DirectoryFetch } from './directory-fetch.ts';

const returnAddress = 'https://exam.school.test/sign-in/return';
const memory = { state: 'state-of-this-tab', nonce: '', verifier: '' };
const service = `${returnAddress}?state=${memory.state}`;
const wrap = (inner: string): string => `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`;
const success = (inner: string): string => wrap(`<cas:authenticationSuccess>${inner}</cas:authenticationSuccess>`);
const failure = (code: string): string => wrap(`<cas:authenticationFailure code="${code}">no</cas:authenticationFailure>`);
const zhang = success(`
  <cas:user>zhang</cas:user>
  <cas:attributes><cas:employeeNumber>T001</cas:employeeNumber><cas:mail>z@school.test</cas:mail></cas:attributes>`);

/** Opens a connector to a simulated CAS server. It knows one ticket, bound to one service, and answers `xml` as protocol 3.0 says. */
function connect(xml: string, numberAttribute = 'employeeNumber') {
  const asked: URL[] = [];
  const ask: DirectoryFetch = async (url) => {
    asked.push(new URL(url));
    const { searchParams } = new URL(url);
    const isRight = searchParams.get('ticket') === 'ST-1' && searchParams.get('service') === service;
    return new Response(isRight || !xml.includes('authenticationSuccess') ? xml : failure('INVALID_TICKET'));
  };
  const access = { ...defaultDirectory, kind: 'cas' as const, address: 'https://sso.school.test/cas/', numberAttribute, secret: '' };
  return { asked, connector: createCasConnector(access, ask) };
}
const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no fault',
    (error: unknown) => (error as DirectoryFault).text.en,
  );
const finish = (xml: string, answer: string, attribute?: string) => connect(xml, attribute).connector.finish(answer, memory, returnAddress);

describe('the CAS connector', () => {
  it('sends the service with the state to the server, and validates the ticket for that service', async () => {
    const { asked, connector } = connect(zhang);
    expect(await connector.begin(memory, returnAddress)).toBe(`https://sso.school.test/cas/login?service=${encodeURIComponent(service)}`);
    expect(await connector.finish(`state=${memory.state}&ticket=ST-1`, memory, returnAddress)).toEqual({ number: 'T001' });
    expect(asked.map(({ origin, pathname }) => `${origin}${pathname}`)).toEqual(['https://sso.school.test/cas/p3/serviceValidate']);
  });

  it('can use the user name as the number', async () => {
    expect(await finish(zhang, `state=${memory.state}&ticket=ST-1`, 'user')).toEqual({ number: 'zhang' });
  });

  it('refuses a rejected ticket and another state, and signs nobody in without a ticket', async () => {
    expect(await faultOf(finish(zhang, `state=${memory.state}&ticket=ST-2`))).toContain('INVALID_TICKET');
    expect(await faultOf(finish(zhang, 'state=of-another-tab&ticket=ST-1'))).toContain('state');
    expect(await finish(zhang, `state=${memory.state}`)).toBeNull();
  });

  it.each([
    [
      'an attribute named like the user',
      success('<cas:user>zhang</cas:user><cas:attributes><cas:user>admin</cas:user></cas:attributes>'),
      'user',
    ],
    ['text that is escaped', success('<cas:user>zhang&lt;/cas:user&gt;</cas:user>'), 'user'],
    ['a success within a failure', wrap(`<cas:authenticationFailure code="X">${zhang}</cas:authenticationFailure>`), 'employeeNumber'],
  ])('is not misled by %s', async (_what, xml, attribute) => {
    const found = await finish(xml, `state=${memory.state}&ticket=ST-1`, attribute).catch(() => null);
    expect(found?.number ?? 'nobody').toMatch(/^zhang(<\/cas:user>)?$|^nobody$/);
  });

  it('describes what is wrong with an answer or with the settings', async () => {
    const answer = `state=${memory.state}&ticket=ST-1`;
    expect(await faultOf(finish(zhang, answer, 'staffNo'))).toBe(
      'The answer has no number attribute "staffNo"; it has: user, employeeNumber, mail',
    );
    expect(await faultOf(finish('<html>authenticationSuccess</html>', answer))).toContain('does not answer by the CAS 3.0 protocol');
    const testOf = (xml: string) => faultOf(connect(xml).connector.test(returnAddress, () => undefined));
    expect(await testOf(failure('INVALID_TICKET'))).toBe('no fault');
    expect(await testOf(failure('INVALID_SERVICE'))).toContain('does not serve this platform (INVALID_SERVICE)');
    expect(await testOf('not xml')).toContain('does not answer by the CAS 3.0 protocol');
  });
});
