import { once } from 'node:events';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ldapReader,
  ldapSuffix,
  slapdMissing,
  startSlapdOfSchool,
  ldapStudents,
  limitedReader,
} from '../../../../../../tests/fixtures/directory/slapd-server.ts';
import { type DirectoryAccess, DirectoryFault } from './connector.ts';
import { createDirectoryNetwork } from './directory-network.ts';
import { createLdapConnector } from './ldap-connector.ts';

describe.skipIf(slapdMissing !== undefined)('the LDAP connector with a real server', () => {
  let server: Awaited<ReturnType<typeof startSlapdOfSchool>>['server'];
  let otherAuthority: string;
  let access: DirectoryAccess;
  beforeAll(async () => {
    ({ server, access, otherAuthority } = await startSlapdOfSchool());
  });
  afterAll(async () => server?.stop());

  const connect = (change: Partial<DirectoryAccess> = {}) => createLdapConnector({ ...access, ...change }, network);
  /** Tests the settings of the directory and returns the steps of the test, the failed one last. */
  const stepsOf = async (change: Partial<DirectoryAccess>, loginName = ''): Promise<string[]> => {
    const steps: string[] = [];
    try {
      await connect(change).test(loginName, (text) => steps.push(text.en));
    } catch (error) {
      steps.push(`✗ ${(error as DirectoryFault).text.en}`);
    }
    return steps;
  };
  const startTls = () => ({ security: 'startTls' as const, address: `localhost:${server.ports.startTls}` });

  it.each(['tls', 'startTls'] as const)('signs a person in over %s, and nobody with a wrong or empty password', async (security) => {
    const connector = connect(security === 'tls' ? {} : startTls());
    expect(await connector.signIn('zhang', 'right-zhang')).toEqual({ number: 'T001' });
    expect(await connector.signIn('zhang', 'wrong')).toBeNull();
    expect(await connector.signIn('zhang', '')).toBeNull();
    expect(await connector.signIn('nobody', 'right-zhang')).toBeNull();
  });

  it.each(['*', 'zhang)(uid=*', 'zha*', '\\2a'])('treats the login name %s as a name, never as a filter', async (name) => {
    expect(await connect().signIn(name, 'right-zhang')).toBeNull();
  });

  it('reports each step of working settings', async () => {
    expect(await stepsOf({}, 'zhang')).toEqual([
      `Connected to "${access.address}"; encrypted, certificate trusted`,
      `The searching account "${ldapReader.account}" has signed in`,
      `The search base "ou=people,${ldapSuffix}" exists`,
      `Found "uid=zhang,ou=people,${ldapSuffix}"`,
      'The number (employeeNumber) is "T001"',
    ]);
  });

  it('describes what is wrong with the settings', async () => {
    const last = async (change: Partial<DirectoryAccess>, loginName = '') => (await stepsOf(change, loginName)).at(-1);
    expect(await last({ certificate: otherAuthority })).toMatch(/^✗ The certificate of "localhost" is not trusted/);
    expect(await last({ ...startTls(), certificate: otherAuthority })).toMatch(/^✗ The certificate of "localhost" is not trusted/);
    expect(await last({ address: `127.0.0.1:${server.ports.tls}` })).toMatch(/not trusted \(ERR_TLS_CERT_ALTNAME_INVALID\)/);
    expect(await last({ address: `localhost:${server.ports.startTls}` })).toMatch(/does not use the chosen encryption at this port/);
    expect(await last({ secret: 'expired' })).toMatch(/^✗ The directory refused the searching account/);
    expect(await last({ searchBase: `ou=gone,${ldapSuffix}` })).toMatch(/^✗ The directory has no "ou=gone/);
    expect(await last({ loginAttribute: 'sAMAccountName' }, 'zhang')).toBe(
      '✗ Nobody has the sAMAccountName "zhang": check the login name attribute and the search base',
    );
    expect(await last({}, 'li')).toMatch(/^✗ The answer has no number attribute "employeeNumber"; it has: .*title/);
    expect(await last({ numberAttribute: 'staffNo' }, 'zhang')).toMatch(
      /^✗ The answer has no number attribute "staffNo"; it has: .*employeeNumber/,
    );
    expect(await last({ searchBase: ldapSuffix }, 'twin')).toMatch(/^✗ Several people have the uid "twin"/);
    expect(await last({ account: '' })).toMatch(/^✗ The directory (?:does not allow a search|has no)/);
    expect(await last({ address: 'nowhere.invalid' })).toMatch(/^✗ The host "nowhere.invalid" is unknown/);
  });

  it('never reconnects by itself after StartTLS, which would send a password in the clear', async () => {
    const opened: Socket[] = [];
    const proxy = createServer((socket) => {
      opened.push(socket);
      const onward = connectTo(server.ports.startTls, '127.0.0.1');
      socket.pipe(onward).pipe(socket);
      for (const end of [socket, onward]) end.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as { port: number };
    const cut = (text: { en: string }): void => void (text.en.includes('has signed in') && opened[0]?.destroy());
    const trial = connect({ ...startTls(), address: `localhost:${port}` }).test('zhang', cut);
    await expect(trial).rejects.toThrow(DirectoryFault);
    expect(opened).toHaveLength(1);
    proxy.close();
  });

  it.each(['tls', 'startTls'] as const)('reports no connection over %s if the certificate is not trusted', async (security) => {
    const change = security === 'tls' ? {} : startTls();
    expect(await stepsOf({ ...change, certificate: otherAuthority })).toHaveLength(1);
  });

  it('reports that the server cannot be reached after it was stopped', async () => {
    await server.stop();
    expect((await stepsOf({})).at(-1)).toMatch(/^✗ "localhost" cannot be reached \(ECONNREFUSED\)/);
    await expect(connect().signIn('zhang', 'right-zhang')).rejects.toThrow(DirectoryFault);
  });
});

const network = createDirectoryNetwork(['127.0.0.1']);

describe.skipIf(slapdMissing !== undefined)('listPeople of the LDAP connector with a real server', () => {
  let server: Awaited<ReturnType<typeof startSlapdOfSchool>>['server'];
  let otherAuthority: string;
  let access: DirectoryAccess;
  beforeAll(async () => {
    const school = await startSlapdOfSchool();
    ({ server, otherAuthority } = school);
    access = {
      ...school.access,
      studentBase: `ou=students,${ldapSuffix}`,
      staffBase: `ou=people,${ldapSuffix}`,
      classAttribute: 'departmentNumber',
    };
  });
  afterAll(() => server.stop());

  const list = (change: Partial<DirectoryAccess> = {}) => createLdapConnector({ ...access, ...change }, network).listPeople();
  const failure = (change: Partial<DirectoryAccess>) => list(change).then(() => 'listed', String);

  it.each([
    ['LDAPS', {}],
    ['StartTLS', { security: 'startTls' as const }],
  ])('lists everybody over %s, page by page, each group from its own base', async (_way, change) => {
    const port = 'security' in change ? server.ports.startTls : server.ports.tls;
    const { students, staff } = await list({ ...change, address: `localhost:${port}` });
    expect(students).toHaveLength(ldapStudents);
    expect(students?.at(-1)).toEqual({
      entry: `uid=s${ldapStudents},ou=students,${ldapSuffix}`,
      number: `S${ldapStudents}`,
      name: `Student ${ldapStudents}`,
      className: '数控一班',
    });
    expect(staff?.map(({ number, name }) => [number, name])).toEqual([
      ['T001', 'zhang'],
      ['', 'li'],
      ['T002', 'twin'],
    ]);
  });

  it('applies a filter, and does not list a group without a base', async () => {
    const { students, staff } = await list({ studentFilter: '(&(objectClass=person)(uid=s1*))', staffBase: '' });
    expect(students?.every(({ number }) => number.startsWith('S1'))).toBe(true);
    expect(students).toHaveLength(111);
    expect(staff).toBeNull();
  });

  it('returns no list if anything is wrong, and describes the problem', async () => {
    expect(await failure({ certificate: otherAuthority })).toMatch(/certificate of "localhost" is not trusted/);
    expect(await failure({ secret: 'expired' })).toMatch(/refused the searching account/);
    expect(await failure({ studentBase: `ou=gone,${ldapSuffix}` })).toMatch(/has no "ou=gone/);
    expect(await failure({ staffBase: 'not a name' })).toMatch(/has no "not a name"/);
    expect(await failure({ numberAttribute: 'staffNo' })).toMatch(/None of the 620 people found has the attribute "staffNo"/);
    expect(await failure({ nameAttribute: 'displayName' })).toMatch(/None of the 620 people found has the attribute "displayName"/);
    expect(await failure({ classAttribute: 'ou' })).toMatch(/None of the 620 people found has the attribute "ou"/);
    expect(await failure({ studentFilter: '(uid=' })).toMatch(/"\(uid=" is no valid LDAP filter/);
    expect(await failure({ studentFilter: '(uid=nobody)' })).toMatch(/Nobody was found in "ou=students/);
    expect(await failure({ studentBase: '', staffBase: '' })).toMatch(/No search base/);
    expect(await failure({ studentBase: `ou=elsewhere,${ldapSuffix}` })).toMatch(/is on other servers/);
  });

  it('returns no list if the server ends the list at its limit', async () => {
    expect(await failure(limitedReader)).toMatch(/did not list everybody in "ou=students/);
  });

  it('returns no list if the connection breaks halfway', async () => {
    const whole: number[] = [];
    /** Lists people through a proxy that breaks the connection after the LDAP server has sent `limit` bytes. Returns the result as text. */
    const listThrough = async (limit: number): Promise<string> => {
      const open: Socket[] = [];
      const proxy = createServer((socket) => {
        const onward = connectTo(server.ports.tls, '127.0.0.1');
        open.push(socket, onward);
        let bytes = 0;
        onward.on('data', (part) => {
          bytes += part.length;
          whole[0] = bytes;
          if (bytes > limit) for (const each of [socket, onward]) each.destroy();
          else socket.write(part);
        });
        socket.on('data', (part) => onward.write(part));
        for (const end of [socket, onward]) end.on('error', () => undefined).on('close', () => void (socket.destroy(), onward.destroy()));
      }).listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      const { port } = proxy.address() as { port: number };
      const result = await failure({ address: `localhost:${port}`, staffBase: '' });
      for (const each of open) each.destroy();
      proxy.close();
      return result;
    };
    expect(await listThrough(Infinity)).toBe('listed');
    const size = whole[0] ?? 0;
    for (const part of [0.3, 0.6, 0.9]) expect(await listThrough(size * part)).toMatch(/DirectoryFault/);
  });

  it('reports that the server cannot be reached after it was stopped', async () => {
    await server.stop();
    expect(await failure({})).toMatch(/cannot be reached \(ECONNREFUSED\)/);
  });
});
