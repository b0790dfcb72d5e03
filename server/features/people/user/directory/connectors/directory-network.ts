import { createOutboundNetwork, type OutboundNetwork, type ResolveName } from '../../../../../outbound/outbound-network.ts';
import { directoryMessages as messages } from '../directory-messages.ts';
import { DirectoryFault } from './connector.ts';

/**
 * Creates the network through which the server reaches schools' directories (LDAP and the like). A directory may stand anywhere, also on private
 * addresses.
 */
export const createDirectoryNetwork = (allowed: readonly string[], resolveName?: ResolveName): OutboundNetwork =>
  createOutboundNetwork(
    {
      reach: 'private',
      allowed,
      setting: 'WENKAO_DIRECTORY_ALLOW',
      faults: {
        nameUnknown: (host) => new DirectoryFault(messages.nameUnknown(host)),
        addressRefused: (host) => new DirectoryFault(messages.addressRefused(host)),
      },
    },
    resolveName,
  );
