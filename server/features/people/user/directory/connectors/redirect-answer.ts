import { directoryMessages as messages } from '../directory-messages.ts';
import { DirectoryFault } from './connector.ts';

/** Parses the query that a browser came back with. Throws if it answers another sign-in than the one with `state`. */
export function requireState(answer: string, state: string): URLSearchParams {
  const query = new URLSearchParams(answer);
  if (query.get('state') !== state) throw new DirectoryFault(messages.unexpected('state'));
  return query;
}
