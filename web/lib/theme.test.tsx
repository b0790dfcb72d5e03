import { afterEach, expect, it, vi } from 'vitest';
import { applyTheme, chooseContrast, chooseTheme } from './theme.ts';

/** Media queries that match on the simulated system. */
const system = new Set<string>();
const isContrasted = (): boolean => document.documentElement.classList.contains('contrast');

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('contrast follows the system until the user chooses, and the choice is remembered', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: system.has(query) }));
  system.add('(prefers-contrast: more)');
  applyTheme();
  expect(isContrasted()).toBe(true);
  chooseContrast('normal');
  expect(isContrasted()).toBe(false);
  system.clear();
  chooseContrast('high');
  chooseTheme('dark');
  document.documentElement.className = '';
  applyTheme();
  expect([...document.documentElement.classList].toSorted()).toEqual(['contrast', 'dark']);
});
