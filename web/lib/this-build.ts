/** What this page was built as: its own script's name, which changes with every release. */
export const thisBuild = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src.replace(/^.*\//, '').slice(0, 80) ?? '';

/** The same of a page as the server gives it out; null: that is no page of ours (a network's own sign-in, say). */
export function buildIn(page: string): string | null {
  const tag = /<script\b[^>]*\btype="module"[^>]*>/.exec(page)?.[0] ?? '';
  return /\bsrc="([^"]*)"/.exec(tag)?.[1]?.replace(/^.*\//, '').slice(0, 80) ?? null;
}
