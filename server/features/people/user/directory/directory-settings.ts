import type { Kysely } from 'kysely';
import { directoryReturnPath } from '../../../../../sync/contract/patterns.ts';
import type { Database } from '../../../../db/schema.ts';
import { createSystemReads } from '../../../platform/system/system-reads.ts';
import { openSealedText } from '../../../../sealed-bytes.ts';
import type { IdNumberKeys } from '../id-number.ts';
import { type DirectoryConnector, DirectoryFault, type OpenDirectory } from './connectors/connector.ts';
import { directoryMessages as messages } from './directory-messages.ts';
import type { StoredDirectory } from './directory-store.ts';

interface OpenerDeps {
  readonly directory: OpenDirectory;
  readonly keys: { readonly personal: IdNumberKeys };
}

/** Returns the purpose (associated data) under which the secret of a school's directory is sealed. */
export const getSecretPurpose = (schoolId: number): string => `secret of the directory of school ${schoolId}`;

/** Opens the connector of a school's directory with its stored settings. */
export const openStoredDirectory = (deps: OpenerDeps, schoolId: number, { settings, secretSealed }: StoredDirectory): DirectoryConnector =>
  deps.directory({
    ...settings,
    secret: secretSealed === null ? '' : openSealedText(getSecretPurpose(schoolId), secretSealed, deps.keys.personal),
  });

/** Returns the address that a sign-in page sends the browser back to; '' while the platform has no public address. */
export async function findReturnAddress(db: Kysely<Database>): Promise<string> {
  const { publicAddress } = await createSystemReads(db).settings();
  return publicAddress === '' ? '' : `${publicAddress}${directoryReturnPath}`;
}

/** Returns the address that a sign-in page sends the browser back to. Throws as `requirePublicAddress`. */
export const requireReturnAddress = async (db: Kysely<Database>): Promise<string> =>
  `${await requirePublicAddress(db)}${directoryReturnPath}`;

/** Returns the public address of the platform. Throws a `DirectoryFault` if it is missing or not encrypted. */
export async function requirePublicAddress(db: Kysely<Database>): Promise<string> {
  const { publicAddress } = await createSystemReads(db).settings();
  if (publicAddress === '') throw new DirectoryFault(messages.noPublicAddress());
  if (!publicAddress.startsWith('https:')) throw new DirectoryFault(messages.notHttps());
  return publicAddress;
}
