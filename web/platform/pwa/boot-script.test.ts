import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

/** Runs `public/boot.js` in a browser that has `features`; returns its message, and whether it lets the application start. */
function boot(features: Readonly<Record<string, unknown>>, script: object = { noModule: false }) {
  const shownLines: { textContent?: string }[] = [];
  const policies: unknown[] = [];
  const document = {
    createElement: (name: string) => ({ setAttribute: () => undefined, style: {}, ...(name === 'script' && script) }),
    head: { appendChild: (meta: unknown) => policies.push(meta) },
    body: { appendChild: (line: object) => shownLines.push(line) },
    addEventListener: (_: string, ready: () => void) => ready(),
  };
  const window = { isSecureContext: true, ...features };
  runInNewContext(readFileSync('public/boot.js', 'utf8'), { window, document, addEventListener: () => undefined });
  return { text: shownLines[0]?.textContent ?? '', starts: policies.length === 0 };
}

const storage = { getItem: () => null };
const current = { structuredClone, crypto, AbortSignal, sessionStorage: storage, localStorage: storage };

it('a current browser starts the application', () => {
  expect(boot(current)).toEqual({ text: '', starts: true });
});

it('an outdated browser gets a list of what it lacks and what to use, in both languages', () => {
  const { text, starts } = boot({ ...current, AbortSignal: {} }, {});
  expect(starts).toBe(false);
  expect(text).toContain('它缺少：JavaScript modules, AbortSignal.timeout。');
  expect(text).toContain('It lacks: JavaScript modules, AbortSignal.timeout.');
});

it('a browser that may not store data gets an explanation instead of an empty page', () => {
  const forbidden = {
    getItem: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  };
  const { text, starts } = boot({ ...current, localStorage: forbidden });
  expect(starts).toBe(false);
  expect(text).toContain('允许本站的 Cookie 和网站数据');
  expect(text).toContain('Allow cookies and site data');
});
