/** `{route title}-{school title}`; a page without a title is named as the platform, a person without a school is at no school. */
export const windowTitle = (
  page: string | undefined,
  school: string | undefined,
  names: { readonly untitled: string; readonly platform: string },
): string => (page === undefined ? names.untitled : `${page}-${school === undefined || school === '' ? names.platform : school}`);
