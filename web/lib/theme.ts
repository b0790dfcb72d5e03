/** Light, dark or as the system; and high contrast beside it. Remembered on this PC. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const themeKey = 'wenkao.theme';
const contrastKey = 'wenkao.contrast';
const systemDark = () => matchMedia('(prefers-color-scheme: dark)');
const systemContrast = () => matchMedia('(prefers-contrast: more)');

export const storedTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(themeKey)) ?? 'system';
export const storedContrast = (): boolean => localStorage.getItem(contrastKey) === 'high';

export function applyTheme(): void {
  const theme = storedTheme();
  const root = document.documentElement.classList;
  root.toggle('dark', theme === 'dark' || (theme === 'system' && systemDark().matches));
  root.toggle('contrast', storedContrast() || systemContrast().matches);
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(themeKey, theme);
  applyTheme();
}

export function chooseContrast(high: boolean): void {
  localStorage.setItem(contrastKey, high ? 'high' : 'normal');
  applyTheme();
}

export function followSystemTheme(): void {
  systemDark().addEventListener('change', applyTheme);
  systemContrast().addEventListener('change', applyTheme);
}
