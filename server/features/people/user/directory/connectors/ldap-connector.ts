import { isIP, connect as connectPlain } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import {
  AndFilter,
  Client,
  type Entry,
  EqualityFilter,
  InvalidDNSyntaxError,
  InvalidCredentialsError,
  NoSuchObjectError,
  PresenceFilter,
  ResultCodeError,
  type Filter,
  FilterParser,
} from 'ldapts';
import { maxPersonImportRows } from '../../../../../../sync/contract/people/person.ts';
import type { Message } from '../../../../../http/handler.ts';
import type { OutboundNetwork } from '../../../../../outbound/outbound-network.ts';
import { outboundTimeoutMs } from '../../../../../outbound/outbound-request.ts';
import { directoryMessages as messages } from '../directory-messages.ts';
import { peopleSyncMessages } from '../people-sync-messages.ts';
import {
  describeConnectionFault,
  runWithDeadline,
  type DirectoryAccess,
  DirectoryFault,
  type DirectoryPeople,
  type ListedPerson,
  type PasswordConnector,
  requireAttributes,
} from './connector.ts';

/** Longest time (ms) for listing everybody, page by page. */
const listTimeoutMs = 60_000;
const defaultPorts = { tls: 636, startTls: 389 } as const;
/**
 * LDAP's result codes for a search or bind that needs an account: strongerAuthRequired, inappropriateAuthentication, insufficientAccess,
 * operationsError (Active Directory).
 */
const needsAccount = new Set([8, 48, 50, 1]);

/** Entries per page of a listing. Active Directory returns at most 1000. */
const pageSize = 500;
/** LDAP result codes for a list that ended early: at a limit of time, of the number of entries, or of the server's administrator. */
const limitCodes = new Set([3, 4, 11]);
const everyPerson = '(objectClass=person)';

/** Returns the first value of an attribute as text, or ''. The case of the attribute's name does not matter. */
function readAttribute(entry: Entry, attribute: string): string {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase());
  const value: unknown = name === undefined ? undefined : entry[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first.trim() : '';
}

/** Throws a fault that explains why a search below `base` failed. */
type ExplainSearch = (error: unknown, base: string) => never;

/** Lists the people of each configured group (students, staff) over a bound connection. Throws if a list is empty or may have ended early. */
async function listLdapPeople(client: Client, access: DirectoryAccess, explain: ExplainSearch): Promise<DirectoryPeople> {
  const list = async (base: string, filter: string, classAttribute: string): Promise<ListedPerson[] | null> => {
    if (base === '') return null;
    return listGroup(client, { base, filter, classAttribute }, access).catch((error: unknown) => {
      if (error instanceof ResultCodeError && limitCodes.has(error.code))
        throw new DirectoryFault(peopleSyncMessages.listLimited(base), error);
      return explain(error, base);
    });
  };
  const people = {
    students: await list(access.studentBase, access.studentFilter, access.classAttribute),
    staff: await list(access.staffBase, access.staffFilter, ''),
  };
  if (people.students === null && people.staff === null) throw new DirectoryFault(peopleSyncMessages.noBase());
  return people;
}

interface GroupSearch {
  readonly base: string;
  readonly filter: string;
  /** Name of the attribute with the class; '' if classes are not read. */
  readonly classAttribute: string;
}

async function listGroup(client: Client, search: GroupSearch, access: DirectoryAccess): Promise<ListedPerson[]> {
  const { base, classAttribute } = search;
  const { numberAttribute, nameAttribute } = access;
  const attributes = [numberAttribute, nameAttribute, classAttribute].filter((name) => name !== '');
  const people: ListedPerson[] = [];
  let isLastPageEmpty = false;
  // No size limit is given: then the library throws if the server ends the list at its own limit.
  for await (const page of client.searchPaginated(base, {
    scope: 'sub',
    filter: parseFilter(search.filter),
    attributes,
    paged: { pageSize },
  })) {
    if (page.searchReferences.length > 0) throw new DirectoryFault(peopleSyncMessages.elsewhere(base));
    isLastPageEmpty = page.searchEntries.length === 0;
    for (const entry of page.searchEntries)
      people.push({
        entry: entry.dn,
        number: readAttribute(entry, numberAttribute),
        name: readAttribute(entry, nameAttribute),
        className: classAttribute === '' ? '' : readAttribute(entry, classAttribute),
      });
    if (people.length > maxPersonImportRows) throw new DirectoryFault(peopleSyncMessages.tooMany(base, maxPersonImportRows));
  }
  if (people.length === 0) throw new DirectoryFault(peopleSyncMessages.nobody(base));
  // The library stops at an empty page, even if the server says that more pages follow.
  if (isLastPageEmpty) throw new DirectoryFault(peopleSyncMessages.endedEarly(base));
  requireAttributes(people, { number: numberAttribute, name: nameAttribute, className: classAttribute });
  return people;
}

function parseFilter(filter: string): Filter {
  try {
    return FilterParser.parseString(filter === '' ? everyPerson : filter);
  } catch (error) {
    throw new DirectoryFault(peopleSyncMessages.filterInvalid(filter), error);
  }
}

/** Reaches an LDAP directory or Active Directory: searches for the person with the school's account, then binds as this person. */
export function createLdapConnector(access: DirectoryAccess, network: OutboundNetwork): PasswordConnector {
  const { account, secret, searchBase, loginAttribute, numberAttribute } = access;
  const { host, port } = parseHost(access.address, defaultPorts[access.security]);

  /** Runs work on a new encrypted connection that has bound as the searching account, and closes it. */
  const withClient = async <R>(
    work: (client: Client) => Promise<R>,
    report: (text: Message) => void = () => undefined,
    limitMs?: number,
  ): Promise<R> => {
    const { address } = await network.resolve(host);
    const client = createClient(access, { host, address, port });
    const run = async (): Promise<R> => {
      await encrypt(client, access, { host, address });
      const refusal = await bindAccount(client, account, secret);
      report(messages.connected(access.address));
      if (refusal) throw refusal;
      report(messages.accountAccepted(account));
      return work(client);
    };
    try {
      return await runWithDeadline(run, host, limitMs);
    } catch (error) {
      throw error instanceof DirectoryFault ? error : describeConnectionFault(error, host);
    } finally {
      await client.unbind().catch(() => undefined);
    }
  };

  const find = async (client: Client, loginName: string): Promise<Entry | null> => {
    const filter = new AndFilter({
      filters: [new PresenceFilter({ attribute: 'objectClass' }), new EqualityFilter({ attribute: loginAttribute, value: loginName })],
    });
    const { searchEntries } = await client
      .search(searchBase, { scope: 'sub', filter, sizeLimit: 2, timeLimit: 10 })
      .catch((error: unknown) => explainSearch(error));
    if (searchEntries.length > 1) throw new DirectoryFault(messages.personTwice(loginAttribute, loginName));
    return searchEntries[0] ?? null;
  };
  const explainSearch = (error: unknown, base = searchBase): never => {
    if (error instanceof NoSuchObjectError || error instanceof InvalidDNSyntaxError)
      throw new DirectoryFault(messages.baseMissing(base), error);
    if (error instanceof ResultCodeError && account === '' && needsAccount.has(error.code))
      throw new DirectoryFault(messages.anonymousRefused(), error);
    throw error;
  };
  const personOf = (entry: Entry): { number: string } => {
    const number = readAttribute(entry, numberAttribute);
    if (number === '')
      throw new DirectoryFault(
        messages.numberMissing(
          numberAttribute,
          Object.keys(entry).filter((key) => key !== 'dn'),
        ),
      );
    return { number };
  };

  return {
    way: 'password',
    signIn: (loginName, password) =>
      withClient(async (client) => {
        // A bind without a password succeeds for everybody (RFC 4513, section 5.1.2).
        if (password === '') return null;
        const entry = await find(client, loginName);
        if (!entry) return null;
        try {
          await client.bind(entry.dn, password);
        } catch (error) {
          // A directory refuses wrong passwords here, and also expired and locked accounts, so the reason is unknown.
          if (error instanceof ResultCodeError) return null;
          throw error;
        }
        return personOf(entry);
      }),

    test: (loginName, report) =>
      withClient(async (client) => {
        await client
          .search(searchBase, { scope: 'base', filter: '(objectClass=*)', attributes: ['1.1'], timeLimit: 10 })
          .catch((error: unknown) => explainSearch(error));
        report(messages.baseFound(searchBase));
        if (loginName === '') return null;
        const entry = await find(client, loginName);
        if (!entry) throw new DirectoryFault(messages.personMissing(loginAttribute, loginName));
        report(messages.personFound(entry.dn));
        const person = personOf(entry);
        report(messages.numberFound(numberAttribute, person.number));
        return person;
      }, report),

    listPeople: () => withClient((client) => listLdapPeople(client, access, explainSearch), undefined, listTimeoutMs),
  };
}

interface HostName {
  readonly host: string;
  readonly address: string;
}

function createClient({ security, certificate }: DirectoryAccess, { host, address, port }: HostName & { readonly port: number }): Client {
  const isDirect = security === 'tls';
  const numeric = isIP(address) === 6 ? `[${address}]` : address;
  let isOpened = false;
  return new Client({
    url: `${isDirect ? 'ldaps' : 'ldap'}://${numeric}:${port}`,
    timeout: outboundTimeoutMs,
    connectTimeout: outboundTimeoutMs,
    // The names (DN) of entries in a foreign directory need not follow the strict syntax.
    strictDN: false,
    ...(isDirect && { tlsOptions: getTlsOptions(certificate, { host, address }) }),
    // Refuse a second connection. The library reconnects by itself without StartTLS, and a password would cross the network unencrypted.
    createConnection: ((toPort: number, toHost: string) => {
      if (isOpened) throw new Error('the connection was closed');
      isOpened = true;
      return connectPlain(toPort, toHost);
    }) as typeof connectPlain,
  });
}

/** Compares the certificate with the name that the administrator entered, not with the address that it resolved to. */
const getTlsOptions = (certificate: string, { host, address }: HostName): ConnectionOptions => ({
  host: address,
  ...(isIP(host) === 0 && { servername: host }),
  ...(certificate !== '' && { ca: certificate }),
  minVersion: 'TLSv1.2',
});

async function encrypt(client: Client, { security, certificate, address: entered }: DirectoryAccess, host: HostName): Promise<void> {
  if (security === 'tls') return;
  try {
    await client.startTLS(getTlsOptions(certificate, host));
  } catch (error) {
    if (error instanceof ResultCodeError) throw new DirectoryFault(messages.noTls(entered), error);
    throw error;
  }
}

/**
 * Binds as the searching account, or anonymously if there is none. Over LDAPS this first request opens the connection. Returns the directory's
 * refusal, or null. Throws errors of the connection.
 */
async function bindAccount(client: Client, account: string, secret: string): Promise<DirectoryFault | null> {
  try {
    await client.bind(account, account === '' ? '' : secret);
    return null;
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return new DirectoryFault(messages.accountRefused(account), error);
    if (error instanceof ResultCodeError && account === '') return new DirectoryFault(messages.anonymousRefused(), error);
    throw error;
  }
}

function parseHost(address: string, defaultPort: number): { host: string; port: number } {
  const [, host = '', port] = /^(.+?)(?::(\d+))?$/.exec(address) ?? [];
  const number = port === undefined ? defaultPort : Number(port);
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: number };
}
