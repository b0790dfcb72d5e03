/** Returns the file name of this page's script, which changes with every build. */
export const getBuildName = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src.replace(/^.*\//, '').slice(0, 80) ?? '';

/** Returns the script name of a page's HTML, or null if it is not a page of this application (a network's sign-in page, for example). */
export function findBuildName(page: string): string | null {
  const tag = /<script\b[^>]*\btype="module"[^>]*>/.exec(page)?.[0] ?? '';
  return /\bsrc="([^"]*)"/.exec(tag)?.[1]?.replace(/^.*\//, '').slice(0, 80) ?? null;
}
