import type { Language } from '../handler.ts';

/** Returns the first supported language that the request names (`X-Language` before `Accept-Language`), else Chinese. */
export function chooseLanguage(xLanguage: string | undefined, acceptLanguage: string | undefined): Language {
  for (const part of `${xLanguage ?? ''},${acceptLanguage ?? ''}`.split(',')) {
    const tag = part.trim().toLowerCase();
    if (tag.startsWith('zh')) return 'zh-CN';
    if (tag.startsWith('en')) return 'en';
  }
  return 'zh-CN';
}
