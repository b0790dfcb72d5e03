import { userTypes, type UserType } from '../../../sync/contract/roles.ts';

const localOrigin = 'http://here';
/** Returns true if the address stays on this origin. Parse it as browsers do: a tab or backslash can turn an apparent path into another host. */
const isOurs = (address: string): boolean =>
  address.startsWith('/') && URL.canParse(address, localOrigin) && new URL(address, localOrigin).origin === localOrigin;

/** Returns the page to open after signing in: the requested page if it is on this origin, otherwise the landing page of the user type. */
export function getDestination(redirect: string | null, type: UserType): string {
  return redirect !== null && isOurs(redirect) && !/^\/(o\/)?login(\/|\?|$)/i.test(redirect) ? redirect : userTypes[type].landing;
}
