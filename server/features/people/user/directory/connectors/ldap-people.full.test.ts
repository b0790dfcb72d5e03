import { once } from 'node:events';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ldapStudents,
  ldapSuffix,
  limitedReader,
  slapdMissing,
  startSlapdOfSchool,
} from '../../../../../../tests/fixtures/directory/slapd-server.ts';
import type { DirectoryAccess } from './connector.ts';
import { createDirectoryNetwork } from './directory-network.ts';
import { createLdapConnector } from './ldap-connector.ts';

const network = createDirectoryNetwork(['127.0.0.1']);

describe.skipIf(slapdMissing !== undefined)('31.2: the people of a real LDAP server', () => {
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
  ])('are listed completely over %s, page by page, each group by its own base', async (_way, change) => {
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

  it('are narrowed by a filter; a group without a base is not listed', async () => {
    const { students, staff } = await list({ studentFilter: '(&(objectClass=person)(uid=s1*))', staffBase: '' });
    expect(students?.every(({ number }) => number.startsWith('S1'))).toBe(true);
    expect(students).toHaveLength(111);
    expect(staff).toBeNull();
  });

  it('are not listed at all if anything is wrong, which is said in words', async () => {
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

  it('are not listed if the server ends the list at its limit', async () => {
    expect(await failure(limitedReader)).toMatch(/did not list everybody in "ou=students/);
  });

  it('are not listed if the connection breaks halfway', async () => {
    const whole: number[] = [];
    /** Forwards to the server, and breaks the connection once `limit` bytes have come from it. */
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

  it('are away after the server was stopped', async () => {
    await server.stop();
    expect(await failure({})).toMatch(/cannot be reached \(ECONNREFUSED\)/);
  });
});
