import type { Language } from './handler.ts';

/** The first language of ours that the request names (`X-Language` before `Accept-Language`); Chinese where it names none. */
export function languageOf(xLanguage: string | undefined, acceptLanguage: string | undefined): Language {
  for (const part of `${xLanguage ?? ''},${acceptLanguage ?? ''}`.split(',')) {
    const tag = part.trim().toLowerCase();
    if (tag.startsWith('zh')) return 'zh-CN';
    if (tag.startsWith('en')) return 'en';
  }
  return 'zh-CN';
}
