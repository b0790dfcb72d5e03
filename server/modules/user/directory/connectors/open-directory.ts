import type { OpenDirectory } from './connector.ts';
import type { DirectoryNetwork } from './directory-network.ts';
import { createLdapConnector } from './ldap-connector.ts';
import { createOidcConnector } from './oidc-connector.ts';

/** Creates the function that opens the connector of a directory's kind. */
export function createDirectoryOpener(network: DirectoryNetwork): OpenDirectory {
  const creators = { ldap: createLdapConnector, oidc: createOidcConnector };
  return (access) => creators[access.kind](access, network);
}
