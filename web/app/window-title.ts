/** Returns `{route title}-{school title}`. Without a page title: the platform's title; without a school: the platform's name. */
export const formatWindowTitle = (
  page: string | undefined,
  school: string | undefined,
  names: { readonly untitled: string; readonly platform: string },
): string => (page === undefined ? names.untitled : `${page}-${school === undefined || school === '' ? names.platform : school}`);
