import type { DirectoryGroup } from '../../../../../../sync/contract/people/directory-people.ts';
import type { DirectorySettings } from '../../../../../../sync/contract/people/directory.ts';
import type { Message } from '../../../../../http/handler.ts';
import { directoryMessages as messages } from '../directory-messages.ts';
import { peopleSyncMessages } from '../people-sync-messages.ts';
import { classifyConnectionError, outboundTimeoutMs } from '../../../../../outbound/outbound-request.ts';

/** A failure of a school's directory (LDAP, OpenID Connect, CAS, WeCom or DingTalk) or of its settings, in words for the school's administrator. */
export class DirectoryFault extends Error {
  override readonly name = 'DirectoryFault';
  readonly text: Message;
  constructor(text: Message, cause?: unknown) {
    super(text.en, { cause });
    this.text = text;
  }
}

/** Settings of a directory, and its secret ('' if no secret is stored). */
export interface DirectoryAccess extends DirectorySettings {
  readonly secret: string;
}

/** A person whom the directory has signed in. */
export interface DirectoryPerson {
  /** Student or staff number. */
  readonly number: string;
}

/** A person whom the directory lists. A missing value is ''. */
export interface ListedPerson {
  /** Name (DN) of the person's entry in LDAP; id of the member in WeCom or DingTalk. */
  readonly entry: string;
  readonly number: string;
  readonly name: string;
  readonly className: string;
}

/** The people of each group (students, staff); null for a group without a search base or department, which is not synchronised. */
export type DirectoryPeople = Readonly<Record<DirectoryGroup, readonly ListedPerson[] | null>>;

/** Reports a step of a test that succeeded. A step that fails throws a `DirectoryFault`. */
export type ReportStep = (text: Message) => void;

/** Reaches a directory that checks passwords itself (LDAP). All functions throw a `DirectoryFault` on failure. */
export interface PasswordConnector {
  readonly way: 'password';
  /** Returns the person, or null if the directory does not know the login name or refuses the password. */
  signIn(loginName: string, password: string): Promise<DirectoryPerson | null>;
  /** Tests the settings of the directory. If a login name is given, it also searches for that person and returns them. */
  test(loginName: string, report: ReportStep): Promise<DirectoryPerson | null>;
  /** Lists all people of each configured group. Throws if the list ended early, because its missing people would seem to have left. */
  listPeople(): Promise<DirectoryPeople>;
}

/** Secret values of one sign-in at the directory's page. The directory's answer must match them. */
export interface RedirectMemory {
  readonly state: string;
  readonly nonce: string;
  /** PKCE code verifier. The directory gets its hash when the sign-in begins. */
  readonly verifier: string;
}

/** Reaches a directory with a sign-in page of its own. All functions throw a `DirectoryFault` on failure. */
export interface RedirectConnector {
  readonly way: 'redirect';
  /** Returns the address of the sign-in page. `returnAddress`: where that page sends the browser back to. */
  begin(memory: RedirectMemory, returnAddress: string): Promise<string>;
  /** Checks the answer, which is the query that the browser came back with, and returns the person. Null if the person cancelled the sign-in. */
  finish(answer: string, memory: RedirectMemory, returnAddress: string): Promise<DirectoryPerson | null>;
  /** Tests the settings of the directory. For WeCom and DingTalk it also tests the departments whose people are listed. */
  test(returnAddress: string, report: ReportStep): Promise<void>;
  /** Lists all people, as `PasswordConnector.listPeople` does; undefined if this kind of directory cannot list people. */
  listPeople?(): Promise<DirectoryPeople>;
}

export type DirectoryConnector = PasswordConnector | RedirectConnector;

/** Opens the connector of a directory. It connects only when it is used. */
export type OpenDirectory = (access: DirectoryAccess) => DirectoryConnector;

/** Parses the query that a browser came back with. Throws if its state is not `state`, so that it belongs to another sign-in. */
export function requireState(answer: string, state: string): URLSearchParams {
  const query = new URLSearchParams(answer);
  if (query.get('state') !== state) throw new DirectoryFault(messages.unexpected('state'));
  return query;
}

/**
 * Throws if no person of a group has a value in a configured attribute: the attribute was renamed, or the searching account may not read it.
 * `attributes`: names of the directory attributes by field; '' for a field that is not read.
 */
export function requireAttributes(
  people: readonly ListedPerson[],
  attributes: Readonly<Partial<Record<'number' | 'name' | 'className', string>>>,
): void {
  for (const field of ['number', 'name', 'className'] as const) {
    const attribute = attributes[field] ?? '';
    if (attribute !== '' && people.every((person) => person[field] === ''))
      throw new DirectoryFault(peopleSyncMessages.attributeMissing(attribute, people.length));
  }
}

/** Runs work against a directory; throws a fault if it takes longer than `limitMs`. The caller closes the connection. */
export async function runWithDeadline<R>(work: () => Promise<R>, host: string, limitMs = outboundTimeoutMs): Promise<R> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DirectoryFault(messages.timedOut(host, limitMs))), limitMs);
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Converts a connection error to a fault that explains in words what went wrong. */
export function describeConnectionFault(error: unknown, host: string): DirectoryFault {
  const { kind, reason } = classifyConnectionError(error);
  if (kind === 'certificate') return new DirectoryFault(messages.certificateRefused(host, reason), error);
  if (kind === 'tls') return new DirectoryFault(messages.noTls(host), error);
  if (kind === 'timedOut') return new DirectoryFault(messages.timedOut(host, outboundTimeoutMs), error);
  if (kind === 'unreachable') return new DirectoryFault(messages.unreachable(host, reason), error);
  return new DirectoryFault(messages.unexpected(reason), error);
}
