import type { Catalogue } from '../../lib/texts.ts';

const zh = {
  greeting: '{{name}}，你好',
} as const;

export const homeTexts = {
  'zh-CN': zh,
  en: { greeting: 'Hello, {{name}}' },
} satisfies Catalogue<typeof zh>;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    home: typeof zh;
  }
}
