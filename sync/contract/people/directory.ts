import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { emptyInput, id, shortText, version } from '../scalars.ts';
import { secondFactorCode } from './account-calls.ts';
import { directoryPeopleCalls } from './directory-people.ts';
import type { UserType } from '../roles.ts';

/** Kinds of directories. `ldap`: also Active Directory. `oidc`: OpenID Connect. `wecom`: 企业微信. `dingtalk`: 钉钉. */
export const directoryKinds = ['ldap', 'oidc', 'cas', 'wecom', 'dingtalk'] as const;
export type DirectoryKind = (typeof directoryKinds)[number];

/**
 * User types that may sign in at their school's directory. The list contains only types that the school's administrator manages: the administrator
 * chooses the directory, which must not let anyone sign in as another administrator. Examinees sign in by admission ticket.
 */
export const directoryUserTypes = [4, 5, 6, 7] as const satisfies readonly UserType[];

const text = z.string().trim();
/** LDAP search filter in parentheses; '' selects every entry of the class `person`. */
const filter = text.max(500).regex(/^(\(.+\))?$/);
const attribute = text.max(60).regex(/^([A-Za-z][\w.:/-]*)?$/);

const directoryFields = z.object({
  kind: z.enum(directoryKinds),
  /** Name of the directory on the sign-in page, such as "统一身份认证". */
  name: shortText.max(20),
  enabled: z.boolean(),
  /**
   * LDAP: host with an optional port. OpenID Connect: the issuer. CAS: the server, such as "https://sso.school.edu.cn/cas". WeCom and DingTalk:
   * see `serviceAddresses`.
   */
  address: text.min(1).max(300),
  /** LDAP only. `tls`: encrypted from the first byte (LDAPS). `startTls`: encrypted by StartTLS before any password is sent. */
  security: z.enum(['tls', 'startTls']),
  /** Certificates (PEM) of the institution's own authority; '' trusts the authorities of the operating system. */
  certificate: text.max(20_000).regex(/^(-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----)?$/),
  /** LDAP: name (DN) of the account that searches, '' to search without one. Else client ID, company ID (CorpID) or AppKey. */
  account: text.max(300),
  /** WeCom only: id of the application (AgentId). */
  agent: text.max(60),
  /** LDAP only: where people are searched, such as "ou=people,dc=school,dc=edu,dc=cn". */
  searchBase: text.max(300),
  /** LDAP only: attribute that holds the login name, such as "uid" or "sAMAccountName". */
  loginAttribute: attribute,
  /** Attribute or claim with the student or staff number; for CAS, `user` stands for the user name. For WeCom and DingTalk it is fixed. */
  numberAttribute: attribute.min(1),
  /**
   * For synchronising people: where students are listed; without a base they are not synchronised. LDAP: a DN and a filter. WeCom and DingTalk: the
   * id of a department, whose members are listed with those of all departments below it.
   */
  studentBase: text.max(300),
  studentFilter: filter,
  /** Where staff are listed and how they are filtered, in the same form as for students. */
  staffBase: text.max(300),
  staffFilter: filter,
  /** LDAP only: attribute that holds a person's name, such as "cn" or "displayName". */
  nameAttribute: attribute,
  /**
   * Attribute that holds the name of a student's class; '' leaves the classes as they are. WeCom and DingTalk have no such attribute: with any
   * text here, the student's department becomes the class.
   */
  classAttribute: attribute,
});

const addressForms: Readonly<Record<DirectoryKind, RegExp>> = {
  ldap: /^([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?$/i,
  oidc: /^https:\/\/[^\s?#]+$/i,
  cas: /^https:\/\/[^\s?#]+$/i,
  wecom: /^https:\/\/qyapi\.weixin\.qq\.com$/,
  dingtalk: /^https:\/\/api\.dingtalk\.com$/,
};
/** Addresses of directory services that have only one address in the world. */
export const serviceAddresses: Readonly<Partial<Record<DirectoryKind, string>>> = {
  wecom: 'https://qyapi.weixin.qq.com',
  dingtalk: 'https://api.dingtalk.com',
};
/** Usual names of the attribute or claim that holds the student or staff number. The names for WeCom and DingTalk are fixed. */
export const usualNumberAttributes: Readonly<Record<DirectoryKind, string>> = {
  ldap: 'employeeNumber',
  oidc: 'employeeNumber',
  cas: 'user',
  wecom: 'userid',
  dingtalk: 'job_number',
};
/** Names of the attribute that holds a person's name, where it is fixed. */
export const fixedNameAttributes: Readonly<Partial<Record<DirectoryKind, string>>> = { wecom: 'name', dingtalk: 'name' };
/** Valid values of `studentBase` and `staffBase`. A kind without an entry cannot list people. Root departments have the id 1. */
const baseForms: Readonly<Partial<Record<DirectoryKind, RegExp>>> = { ldap: /=/, wecom: /^[1-9]\d{0,9}$/, dingtalk: /^[1-9]\d{0,14}$/ };
/** Tells whether a directory of this kind can list people. */
export const listsPeople = (kind: DirectoryKind): boolean => baseForms[kind] !== undefined;
const requiredFields: Readonly<Record<DirectoryKind, readonly (keyof DirectorySettings)[]>> = {
  ldap: ['searchBase', 'loginAttribute', 'nameAttribute'],
  oidc: ['account'],
  cas: [],
  wecom: ['account', 'agent'],
  dingtalk: ['account'],
};

/** Settings of a school's directory, without its secret. */
export const directorySettings = directoryFields.superRefine((settings, context) => {
  for (const field of requiredFields[settings.kind])
    if (settings[field] === '')
      context.addIssue({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, path: [field], input: '' });
  for (const field of ['studentBase', 'staffBase'] as const)
    if (settings[field] !== '' && baseForms[settings.kind]?.test(settings[field]) === false)
      context.addIssue({ code: 'invalid_format', format: 'regex', path: [field], input: settings[field] });
  if (!addressForms[settings.kind].test(settings.address))
    context.addIssue({ code: 'invalid_format', format: 'regex', path: ['address'], input: settings.address });
});
export type DirectorySettings = z.output<typeof directoryFields>;

/** Settings of a school that has set up no directory. */
export const defaultDirectory: DirectorySettings = {
  kind: 'ldap',
  name: '',
  enabled: false,
  address: '',
  security: 'tls',
  certificate: '',
  account: '',
  agent: '',
  searchBase: '',
  loginAttribute: 'uid',
  numberAttribute: usualNumberAttributes.ldap,
  studentBase: '',
  studentFilter: '',
  staffBase: '',
  staffFilter: '',
  nameAttribute: 'cn',
  classAttribute: '',
};

/** Password of the searching account, or client secret. Write-only; '' leaves the stored one. */
const secret = z.string().max(500);
const signedIn = z.object({ token: z.string(), device: z.string() });
const loginName = z.string().trim().min(1).max(64);
/** Code of the second factor, as at `/user/login`. */
const code = secondFactorCode.default('');

export const directoryCalls = defineCalls('directory', {
  getPublic: {
    summary: 'The directory that a school’s sign-in page offers; null for none',
    input: z.object({ school_id: id }),
    output: z.object({ directory: z.object({ name: z.string(), way: z.enum(['password', 'redirect']) }).nullable() }),
    access: 'public',
    errors: [],
    changes: false,
  },
  get: {
    summary: 'The settings of our directory, without its secret',
    input: emptyInput,
    output: directoryFields.extend({
      // These fields are not validated, because a school without a directory has empty settings.
      name: z.string(),
      address: z.string(),
      numberAttribute: z.string(),
      version,
      hasSecret: z.boolean(),
      /** Address to register at an OpenID provider; '' while the platform has no public address. */
      returnAddress: z.string(),
    }),
    access: ['school'],
    errors: [],
    changes: false,
  },
  set: {
    summary: 'Set up our directory; the secret is typed again whenever it would be sent to another place',
    input: directorySettings.safeExtend({ secret, version }),
    output: z.object({ version }),
    access: ['school'],
    errors: ['conflict'],
    changes: true,
    once: true,
  },
  test: {
    summary: 'Try the stored settings of our directory, step by step; with a login name also the search for a person',
    input: z.object({ login_name: z.string().trim().max(64) }),
    output: z.object({ steps: z.array(z.object({ ok: z.boolean(), text: z.string() })) }),
    access: ['school'],
    errors: ['refused'],
    changes: true,
  },
  signIn: {
    summary: 'Sign in with login name and password of the school’s directory (LDAP)',
    input: z.object({ school_id: id, login_name: loginName, login_pwd: z.string().min(1).max(200), code }),
    output: signedIn,
    access: 'public',
    errors: ['refused', 'disabled'],
    changes: true,
  },
  begin: {
    summary: 'Begin to sign in at the page of the school’s directory: its address, and a sealed note for the return',
    input: z.object({ school_id: id }),
    output: z.object({ url: z.string(), flow: z.string() }),
    access: 'public',
    errors: ['refused', 'disabled'],
    changes: false,
  },
  finish: {
    summary: 'Sign in with the answer that the school’s directory sent the browser back with',
    /** An account with a second factor is refused with `{ secondFactor: true, flow }`. The client then sends that `flow` with the code. */
    input: z.object({ flow: z.string().min(1).max(4000), answer: z.string().max(8000), code }),
    output: signedIn,
    access: 'public',
    errors: ['refused', 'disabled'],
    changes: true,
  },
  ...directoryPeopleCalls,
});
