import { type KeyObject, createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Settings from environment variables; see "Settings" in the README. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Port of the plain HTTP page that leads browsers to HTTPS, and whether the operator has set it; null if there is no such page. */
  readonly plainHttp: { readonly port: number; readonly isChosen: boolean } | null;
  readonly dataDir: string;
  /** URL of the PostgreSQL database that replaces `wenkao.db`, the server's main database; null for `wenkao.db` in the data folder. */
  readonly databaseUrl: string | null;
  /** Key that protects the server's keys in the PostgreSQL database; null if they are in `keys.json`. */
  readonly masterKey: KeyObject | null;
  /** Bucket of the uploaded files; null for the folder `uploads` in the data folder. */
  readonly s3: S3Settings | null;
  /** Certificate files. Null means the school's own certificates in the data folder, which `npm run tls` makes, if there are any. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /**
   * Demo data in an empty data folder: `open` with the password that the README publishes, `random` with new passwords, for a server that other
   * machines can reach, or `off`.
   */
  readonly demo: 'open' | 'random' | 'off';
  /** True if the demo school gets a term of exams and lessons. False: only accounts, question banks and a mock exam (`bare`). */
  readonly demoTerm: boolean;
  /** Addresses and ranges of proxies whose forwarding headers are trusted. */
  readonly trustProxy: readonly string[];
  /** Addresses and ranges of directories that may be reached although they are this machine's own or special (`outbound-network.ts`). */
  readonly directoryAllow: readonly string[];
  /** Addresses and ranges of internal networks that webhooks may reach (`outbound-network.ts`). */
  readonly webhookAllow: readonly string[];
  /** Token that allows access to `/metrics` from other machines; '' allows none. */
  readonly metricsToken: string;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** Address of the exam rooms' relay, which takes ops that PCs cannot send to the server. Devices receive it with their grant to sit an exam. */
  readonly relay: string | null;
  /** Space preallocated for the answer log (MB); 0 for none. */
  readonly logReserveMb: number;
}

export interface S3Settings {
  /** Address of the S3 server, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** Settings of `npm start -- --relay`. */
export interface RelaySettings extends Pick<Settings, 'port' | 'host' | 'dataDir' | 'tls' | 'logLevel'> {
  /** Address of the exam server that the relay forwards to. */
  readonly server: string;
}

/** Origin without path or trailing slash, such as "https://exam.school.cn:8787". */
const origin = z.string().regex(/^https?:\/\/[^/\s;,]+$/, 'must be an address like http://192.168.1.20:8790');

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  HOST: z.string().min(1).default('127.0.0.1'),
  HTTP_PORT: z.union([z.literal('off'), z.coerce.number().int().min(0).max(65_535)], 'must be a port number or off').optional(),
  WENKAO_DATA: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .refine((url) => !/\/\/(?:[^/]*@)?[^/@]*,[^/@]*(?:\/|$)/.test(url), 'must name one PostgreSQL server: a list of hosts is not supported')
    .optional(),
  WENKAO_MASTER_KEY: z.string().optional(),
  WENKAO_MASTER_KEY_FILE: z.string().optional(),
  S3_ENDPOINT: origin.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  WENKAO_DEMO: z.enum(['0', '1', 'on', 'off', 'true', 'false', 'bare']).optional(),
  WENKAO_LOG: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  TRUST_PROXY: z.string().default(''),
  WENKAO_DIRECTORY_ALLOW: z.string().default(''),
  WENKAO_WEBHOOK_ALLOW: z.string().default(''),
  WENKAO_METRICS_TOKEN: z.string().min(16).default(''),
  TLS_CERT: z.string().min(1).optional(),
  TLS_KEY: z.string().min(1).optional(),
  NODE_ENV: z.string().optional(),
  WENKAO_LOG_RESERVE_MB: z.coerce.number().int().min(0).default(256),
  WENKAO_RELAY: origin.optional(),
  WENKAO_SERVER: origin.optional(),
});

interface MasterKeySettings {
  readonly WENKAO_MASTER_KEY?: string | undefined;
  readonly WENKAO_MASTER_KEY_FILE?: string | undefined;
}

/**
 * Reads the key under which the server's keys are encrypted in the database; null if none is set. Throws an error with a sentence for the operator,
 * without the key.
 */
function readMasterKey({ WENKAO_MASTER_KEY: key, WENKAO_MASTER_KEY_FILE: file }: MasterKeySettings): KeyObject | null {
  if (key !== undefined && file !== undefined)
    throw new Error('WENKAO_MASTER_KEY and WENKAO_MASTER_KEY_FILE are both set: remove one of them');
  if (key !== undefined) return parseMasterKey(key, 'WENKAO_MASTER_KEY');
  return file === undefined ? null : parseMasterKey(readKeyFile(file), `the file ${file} of WENKAO_MASTER_KEY_FILE`);
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`WENKAO_MASTER_KEY_FILE: ${path} can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`, {
      cause: error,
    });
  }
}

function parseMasterKey(rawKey: string, place: string): KeyObject {
  const text = rawKey.trim();
  const isHex = /^[\da-f]{64}$/i.test(text);
  // 32 bytes are 43 letters of base64, with or without the padding.
  if (!isHex && !/^[\w+/-]{43}=?$/.test(text))
    throw new Error(`${place} must hold 32 random bytes as base64 or hex: make them with "openssl rand -base64 32"`);
  return createSecretKey(text, isHex ? 'hex' : 'base64');
}

/** Parses the settings. Throws an error whose one-sentence message names every invalid variable. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  // Treat empty variables as unset: compose files and shells produce both.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(set);
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  const {
    PORT,
    HOST,
    HTTP_PORT,
    WENKAO_DATA,
    DATABASE_URL,
    WENKAO_DEMO,
    WENKAO_LOG,
    TLS_CERT,
    TLS_KEY,
    NODE_ENV,
    TRUST_PROXY,
    WENKAO_DIRECTORY_ALLOW,
    WENKAO_WEBHOOK_ALLOW,
    WENKAO_METRICS_TOKEN,
    WENKAO_RELAY,
    WENKAO_LOG_RESERVE_MB,
  } = parsed.data;
  if ((TLS_CERT === undefined) !== (TLS_KEY === undefined)) throw new Error('TLS_CERT and TLS_KEY go together: only one of them is set');
  const masterKey = readMasterKey(parsed.data);
  if (masterKey !== null && DATABASE_URL === undefined)
    throw new Error('WENKAO_MASTER_KEY goes with DATABASE_URL: without PostgreSQL the keys are in keys.json, so remove WENKAO_MASTER_KEY');

  const isReachable = !isLoopback(HOST) || NODE_ENV === 'production';
  const hasDemo = WENKAO_DEMO === undefined ? !isReachable : ['1', 'on', 'true', 'bare'].includes(WENKAO_DEMO);
  return {
    port: PORT,
    host: HOST,
    plainHttp: HTTP_PORT === 'off' ? null : { port: HTTP_PORT ?? getPlainPort(PORT), isChosen: HTTP_PORT !== undefined },
    dataDir: WENKAO_DATA,
    databaseUrl: DATABASE_URL ?? null,
    masterKey,
    s3: readS3Settings(parsed.data),
    tls: TLS_CERT !== undefined && TLS_KEY !== undefined ? { certFile: TLS_CERT, keyFile: TLS_KEY } : null,
    demo: !hasDemo ? 'off' : isReachable ? 'random' : 'open',
    demoTerm: hasDemo && WENKAO_DEMO !== 'bare',
    trustProxy: splitList(TRUST_PROXY),
    directoryAllow: splitList(WENKAO_DIRECTORY_ALLOW),
    webhookAllow: splitList(WENKAO_WEBHOOK_ALLOW),
    metricsToken: WENKAO_METRICS_TOKEN,
    logLevel: WENKAO_LOG,
    relay: WENKAO_RELAY ?? null,
    logReserveMb: WENKAO_LOG_RESERVE_MB,
  };
}

/** Splits a comma-separated list and drops empty entries. */
const splitList = (list: string): string[] =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Returns the bucket, or null if no variable names one. Throws if one of the four variables is missing. */
function readS3Settings(variables: z.output<typeof environment>): S3Settings | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (endpoint === undefined && bucket === undefined) return null;
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: one of them is not set');
  return { endpoint, bucket, accessKeyId, secretAccessKey, region: variables.S3_REGION };
}

/** Parses the settings that a relay needs. Throws if `WENKAO_SERVER` is missing. */
export function readRelaySettings(env: Readonly<Record<string, string | undefined>>): RelaySettings {
  const { port, host, dataDir, tls, logLevel } = readSettings(env);
  const server = env['WENKAO_SERVER'] ?? '';
  if (server === '') throw new Error('WENKAO_SERVER: a relay needs the address of its server, such as https://exam.school.cn');
  return { port, host, dataDir, tls, logLevel, server };
}

/** Returns the default port of the plain HTTP page: 80 if HTTPS is on 443, any free port (0) if HTTPS is on any free port, else the next port. */
const getPlainPort = (port: number): number => (port === 443 ? 80 : port === 0 ? 0 : Math.min(port + 1, 65_535));

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');
