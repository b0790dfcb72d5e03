/** Colour scheme and contrast, each fixed or that of the system. Stored on this PC. */
export const colourThemes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof colourThemes)[number];
export const contrasts = ['system', 'normal', 'high'] as const;
export type Contrast = (typeof contrasts)[number];

const themeKey = 'wenkao.theme';
const contrastKey = 'wenkao.contrast';
const queryDarkScheme = () => matchMedia('(prefers-color-scheme: dark)');
const queryHighContrast = () => matchMedia('(prefers-contrast: more)');

export const getStoredTheme = (): Theme => colourThemes.find((theme) => theme === localStorage.getItem(themeKey)) ?? 'system';
export const getStoredContrast = (): Contrast => contrasts.find((each) => each === localStorage.getItem(contrastKey)) ?? 'system';

export function applyTheme(): void {
  const theme = getStoredTheme();
  const contrast = getStoredContrast();
  const root = document.documentElement.classList;
  root.toggle('dark', theme === 'dark' || (theme === 'system' && queryDarkScheme().matches));
  // A user's choice of normal contrast overrides the system's high contrast.
  root.toggle('contrast', contrast === 'high' || (contrast === 'system' && queryHighContrast().matches));
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(themeKey, theme);
  applyTheme();
}

export function chooseContrast(contrast: Contrast): void {
  localStorage.setItem(contrastKey, contrast);
  applyTheme();
}

export function followSystemTheme(): void {
  queryDarkScheme().addEventListener('change', applyTheme);
  queryHighContrast().addEventListener('change', applyTheme);
  // Applies the colour scheme or contrast that the user has chosen in another tab.
  window.addEventListener('storage', ({ key }) => {
    if (key === themeKey || key === contrastKey || key === null) applyTheme();
  });
}
