import { userTypes, type UserType } from '../../../sync/contract/roles.ts';

const here = 'http://here';
/** As a browser reads it: a tab or a backslash within makes another host of what begins like a path. */
const isOurs = (address: string): boolean =>
  address.startsWith('/') && URL.canParse(address, here) && new URL(address, here).origin === here;

/** Where to go after signing in: the page that was asked for, if it is one of ours, else the landing page of this type. */
export function destination(redirect: string | null, type: UserType): string {
  return redirect !== null && isOurs(redirect) && !/^\/(o\/)?login(\/|\?|$)/i.test(redirect) ? redirect : userTypes[type].landing;
}
