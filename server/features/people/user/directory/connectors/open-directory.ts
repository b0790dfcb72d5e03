import { createCasConnector } from './cas-connector.ts';
import type { DirectoryAccess, OpenDirectory, RedirectConnector } from './connector.ts';
import { createDirectoryFetch, type DirectoryFetch } from './directory-fetch.ts';
import type { OutboundNetwork } from '../../../../../outbound/outbound-network.ts';
import { createLdapConnector } from './ldap-connector.ts';
import { createOidcConnector } from './oidc-connector.ts';
import { createDingtalkConnector, createWecomConnector } from './work-app-connectors.ts';

/** Creates the function that opens the connector for a directory, according to the directory's kind. */
export function createDirectoryOpener(network: OutboundNetwork): OpenDirectory {
  const overHttps = (create: (access: DirectoryAccess, ask: DirectoryFetch) => RedirectConnector) => (access: DirectoryAccess) =>
    create(access, createDirectoryFetch(network, access.certificate));
  const creators = {
    ldap: (access: DirectoryAccess) => createLdapConnector(access, network),
    oidc: overHttps(createOidcConnector),
    cas: overHttps(createCasConnector),
    wecom: overHttps(createWecomConnector),
    dingtalk: overHttps(createDingtalkConnector),
  };
  return (access) => creators[access.kind](access);
}
