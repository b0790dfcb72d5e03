import type { Configuration, CustomFetch } from 'openid-client';
import { directoryMessages as messages } from '../directory-messages.ts';
import {
  type DirectoryAccess,
  DirectoryFault,
  type DirectoryPerson,
  type RedirectConnector,
  describeConnectionFault,
} from './connector.ts';
import type { DirectoryFetch } from './directory-fetch.ts';

/** Loads the OpenID library only when a person signs in through an OpenID provider. */
const loadLibrary = () => import('openid-client');

/** OAuth 2.0 errors of a provider that does not accept the client ID or its secret. */
const clientErrors = new Set(['invalid_client', 'unauthorized_client']);

/** Reaches an OpenID provider: authorization code with PKCE, state and nonce. */
export function createOidcConnector(access: DirectoryAccess, ask: DirectoryFetch): RedirectConnector {
  const { address, account, secret, numberAttribute } = access;
  const { host } = new URL(address);

  const configure = async (): Promise<Configuration> => {
    const library = await loadLibrary();
    try {
      const fetched: CustomFetch = (url, options) => ask(url, options);
      return await library.discovery(new URL(address), account, undefined, library.ClientSecretBasic(secret), {
        timeout: 10,
        [library.customFetch]: fetched,
      });
    } catch (error) {
      throw explain(error, (reason) => messages.notProvider(reason));
    }
  };

  /**
   * Turns an error of the provider, of the connection or of the library's checks into a fault. `other` gives the message if no known case applies.
   */
  const explain = (error: unknown, other: (reason: string) => ReturnType<typeof messages.unexpected>): DirectoryFault => {
    const fault = findDirectoryFault(error);
    if (fault) return fault;
    const { name, error: code, error_description: description } = error as { name: string; error?: unknown; error_description?: unknown };
    // Some providers refuse the client only by HTTP status 401, without an error code.
    if (name === 'WWWAuthenticateChallengeError') return new DirectoryFault(messages.clientRefused('HTTP 401'), error);
    if (typeof code === 'string') {
      const reason = typeof description === 'string' ? `${code}: ${description}` : code;
      return new DirectoryFault(clientErrors.has(code) ? messages.clientRefused(reason) : other(reason), error);
    }
    const connection = describeConnectionFault(error, host);
    return connection.text.en.startsWith('The directory gave') ? new DirectoryFault(other(describeError(error)), error) : connection;
  };

  return {
    way: 'redirect',
    async begin({ state, nonce, verifier }, returnAddress) {
      const library = await loadLibrary();
      const config = await configure();
      const url = library.buildAuthorizationUrl(config, {
        redirect_uri: returnAddress,
        scope: 'openid profile',
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },

    async finish(answer, { state, nonce, verifier }, returnAddress) {
      const query = new URLSearchParams(answer);
      if (query.get('error') === 'access_denied') return null;
      const library = await loadLibrary();
      const config = await configure();
      try {
        const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
        const tokens = await library.authorizationCodeGrant(config, new URL(`${returnAddress}?${answer}`), checks);
        const claims: Readonly<Record<string, unknown>> & { readonly sub: string } = tokens.claims() ?? { sub: '' };
        const stated = toNumberText(claims[numberAttribute]);
        if (stated !== '') return { number: stated };
        if (config.serverMetadata().userinfo_endpoint === undefined) return refuseMissing(Object.keys(claims));
        const info = await library.fetchUserInfo(config, tokens.access_token, claims.sub);
        const number = toNumberText(info[numberAttribute]);
        return number === '' ? refuseMissing(Object.keys({ ...claims, ...info })) : { number };
      } catch (error) {
        throw explain(error, (reason) => messages.unexpected(reason));
      }
    },

    async test(returnAddress, report) {
      const library = await loadLibrary();
      const config = await configure();
      report(messages.connected(host));
      report(messages.providerFound(config.serverMetadata().issuer));
      // A provider checks the client before the code. So its answer to an invented code shows whether it accepts the secret.
      const code = { code: 'wenkao-test', redirect_uri: returnAddress, code_verifier: library.randomPKCECodeVerifier() };
      try {
        await library.genericGrantRequest(config, 'authorization_code', code);
      } catch (error) {
        if ((error as { error?: unknown }).error !== 'invalid_grant') throw explain(error, (reason) => messages.unexpected(reason));
      }
      report(messages.clientAccepted());
      report(messages.returnAddress(returnAddress));
    },
  };

  function refuseMissing(present: readonly string[]): DirectoryPerson {
    throw new DirectoryFault(messages.numberMissing(numberAttribute, present));
  }
}

const toNumberText = (claim: unknown): string =>
  typeof claim === 'string' ? claim.trim() : typeof claim === 'number' ? String(claim) : '';

const describeError = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
};

/** Finds a `DirectoryFault` among the causes of an error that the library has wrapped. */
function findDirectoryFault(error: unknown): DirectoryFault | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof DirectoryFault) return each;
  return undefined;
}
