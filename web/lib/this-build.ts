/** What this page was built as: its own script's name, which changes with every release. */
export const thisBuild = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src.replace(/^.*\//, '').slice(0, 80) ?? '';
