import { userTypes, type UserType } from '../../../sync/contract/roles.ts';

/** Where to go after signing in: the page that was asked for, if it is one of ours, else the landing page of this type. */
export function destination(redirect: string | null, type: UserType): string {
  const own = redirect !== null && redirect.startsWith('/') && !redirect.startsWith('//') && !redirect.includes('\\');
  return own && !/^\/(o\/)?login(\/|\?|$)/i.test(redirect) ? redirect : userTypes[type].landing;
}
