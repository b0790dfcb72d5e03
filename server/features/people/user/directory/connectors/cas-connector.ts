import { SaxesParser } from 'saxes';
import { directoryMessages as messages } from '../directory-messages.ts';
import { type DirectoryAccess, DirectoryFault, type RedirectConnector, requireState, describeConnectionFault } from './connector.ts';
import type { DirectoryFetch } from './directory-fetch.ts';

/** Value of the setting `numberAttribute` which says that the CAS user name itself is the student or staff number. */
const userName = 'user';

/** Answer of a CAS server to a ticket (the one-time code that proves a sign-in): the person's attributes, or the code of the refusal. */
type Validation = { readonly person: ReadonlyMap<string, string> } | { readonly refusal: string };

/**
 * Reaches a CAS server (protocol 3.0). The browser comes back from its sign-in page with a ticket; this server asks the CAS server to validate the
 * ticket, and trusts nothing that the browser says.
 */
export function createCasConnector({ address, numberAttribute }: DirectoryAccess, ask: DirectoryFetch): RedirectConnector {
  const base = address.replace(/\/$/, '');
  const { host } = new URL(address);
  // CAS has no parameter for the state. So the state is part of the service address, to which the ticket is bound.
  const serviceOf = (returnAddress: string, state: string): string => `${returnAddress}?${new URLSearchParams({ state }).toString()}`;

  const validate = async (service: string, ticket: string): Promise<Validation> => {
    let text: string;
    try {
      const response = await ask(`${base}/p3/serviceValidate?${new URLSearchParams({ service, ticket }).toString()}`);
      text = await response.text();
    } catch (error) {
      throw error instanceof DirectoryFault ? error : describeConnectionFault(error, host);
    }
    return parseValidation(text) ?? refuseAnswer();
  };
  const refuseAnswer = (): never => {
    throw new DirectoryFault(messages.notCas(address));
  };

  return {
    way: 'redirect',
    begin: async ({ state }, returnAddress) =>
      `${base}/login?${new URLSearchParams({ service: serviceOf(returnAddress, state) }).toString()}`,

    async finish(answer, { state }, returnAddress) {
      const query = requireState(answer, state);
      const ticket = query.get('ticket');
      if (ticket === null) return null;
      const validation = await validate(serviceOf(returnAddress, state), ticket);
      if ('refusal' in validation) throw new DirectoryFault(messages.ticketRefused(validation.refusal));
      const number = validation.person.get(numberAttribute) ?? '';
      if (number === '') throw new DirectoryFault(messages.numberMissing(numberAttribute, [...validation.person.keys()]));
      return { number };
    },

    async test(returnAddress, report) {
      // The answer to an invented ticket shows whether the server speaks CAS and accepts this service address.
      const validation = await validate(returnAddress, 'ST-wenkao-test');
      report(messages.connected(host));
      if ('refusal' in validation && validation.refusal !== 'INVALID_TICKET')
        throw new DirectoryFault(messages.serviceRefused(validation.refusal));
      report(messages.casFound());
      report(messages.returnAddress(returnAddress));
    },
  };
}

/** Parses the XML of a CAS validation. Returns undefined if the text is not one. */
function parseValidation(xml: string): Validation | undefined {
  const path: string[] = [];
  const person = new Map<string, string>();
  let refusal: string | undefined;
  let [text, succeeded] = ['', false];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ local, attributes }) => {
    path.push(local);
    text = '';
    const at = path.join('/');
    if (at === 'serviceResponse/authenticationSuccess') succeeded = true;
    if (at === 'serviceResponse/authenticationFailure') refusal = attributes['code']?.value ?? 'unknown';
  });
  parser.on('text', (part) => (text += part));
  parser.on('cdata', (part) => (text += part));
  parser.on('closetag', ({ local }) => {
    const at = path.join('/');
    const successPath = 'serviceResponse/authenticationSuccess';
    const isAttribute = path.length === 4 && at.startsWith(`${successPath}/attributes/`);
    // If an attribute has several values, the first counts.
    if ((isAttribute && local !== userName && !person.has(local)) || at === `${successPath}/${userName}`) person.set(local, text.trim());
    path.pop();
  });
  try {
    parser.write(xml).close();
  } catch {
    return undefined;
  }
  if (refusal !== undefined) return { refusal };
  return succeeded && person.has(userName) ? { person } : undefined;
}
