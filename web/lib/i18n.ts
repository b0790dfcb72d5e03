import { createContext, use, useSyncExternalStore } from 'react';
import { languages, type LanguageCode } from './language.ts';
import { Listeners } from '../../sync/engine/listeners.ts';

/**
 * The catalogues, by name: `web/app/texts.ts` declares them from its table, so that an unknown key is a type error. This module replaces an
 * i18n library because the exam page must be small (decision 017).
 */
export interface Catalogues {}

type Name = keyof Catalogues;
type Tree = { readonly [key: string]: string | Tree };
/** Base key of a pair like `rows_one` and `rows_other`; the value `count` selects one. */
type BaseKey<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;
type Keys<T> = { [K in keyof T & string]: T[K] extends string ? BaseKey<K> : `${K}.${Keys<T[K]>}` }[keyof T & string];
type PrefixedKey<N extends Name> = N extends Name ? `${N}:${Keys<Catalogues[N]>}` : never;
type Values = Readonly<Record<string, string | number | null | undefined>>;
type FirstName<N> = N extends readonly [infer F extends Name, ...unknown[]] ? F : N extends Name ? N : never;
type OtherNames<N> = N extends readonly [unknown, ...infer R extends Name[]] ? R[number] : never;

/** Translates a key of its catalogues. A key of a catalogue after the first needs the name as a prefix: `t('ui:close')`. */
export type Translate<N extends Name | readonly Name[]> = (
  key: Keys<Catalogues[FirstName<N>]> | PrefixedKey<OtherNames<N>>,
  values?: Values,
) => string;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** Loaded catalogues, by language and name. */
const loadedCatalogues = new Map<string, Tree>();
const loadingCatalogues = new Map<string, Promise<void>>();
const buildCacheKey = (language: LanguageCode, name: string): string => `${language} ${name}`;

let fetchTexts: (language: LanguageCode, name: Name) => Promise<object> = async () => ({});
let currentLanguage: LanguageCode = languages[0].code;
const listeners = new Listeners();
const plurals = Object.fromEntries(languages.map(({ code }) => [code, new Intl.PluralRules(code)]));

/** Finds the text of a key. A catalogue may nest its keys (`states: { on }`) or write the dot in the name (`'states.on'`). */
function findText(tree: Tree | undefined, path: string, values: Values | undefined): string | undefined {
  if (tree === undefined) return undefined;
  const count = values?.['count'];
  const one = typeof count === 'number' ? tree[`${path}_${plurals[currentLanguage]?.select(count)}`] : undefined;
  const found = one ?? tree[path] ?? tree[`${path}_other`];
  if (typeof found === 'string') return found;
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const below = tree[path.slice(0, dot)];
    const text = isTree(below) ? findText(below, path.slice(dot + 1), values) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Fills in the values: `{{n}}` is the value itself, and `{{n|room|rooms}}` the word that goes with it, singular or plural. */
const fillValues = (text: string, values: Values | undefined): string =>
  text.includes('{{')
    ? text.replaceAll(/\{\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}\}/g, (_, name: string, one?: string, many?: string) => {
        const value = values?.[name];
        if (one === undefined) return String(value ?? '');
        return (plurals[currentLanguage]?.select(Number(value)) === 'one' ? one : many) ?? '';
      })
    : text;

function translate(names: readonly string[], key: string, values: Values | undefined): string {
  const colon = key.indexOf(':');
  const [catalogueNames, path] = colon > 0 ? [[key.slice(0, colon)], key.slice(colon + 1)] : [names, key];
  for (const name of catalogueNames) {
    const text = findText(loadedCatalogues.get(buildCacheKey(currentLanguage, name)), path, values);
    if (text !== undefined) return fillValues(text, values);
  }
  return String(values?.['defaultValue'] ?? key);
}

/** Loads a catalogue. Concurrent callers share one promise, because React's `use` needs a stable one. */
function loadCatalogue(language: LanguageCode, name: Name): Promise<void> {
  const place = buildCacheKey(language, name);
  const known = loadingCatalogues.get(place);
  if (known) return known;
  const promise: Promise<void> & { status?: string } = loadedCatalogues.has(place)
    ? Promise.resolve()
    : fetchTexts(language, name).then((texts) => {
        loadedCatalogues.set(place, texts as Tree);
        // React's `use` reads this field: a component that renders for the first time does not suspend for a promise that is already fulfilled.
        promise.status = 'fulfilled';
      });
  loadingCatalogues.set(place, promise);
  // After a failure the next caller fetches again.
  promise.catch(() => loadingCatalogues.delete(place));
  return promise;
}

/** Translate functions, one for each language and list of catalogues: a stable identity avoids renders. */
const translateFunctions = new Map<string, (key: string, values?: Values) => string>();
function getTranslate(names: readonly string[]): (key: string, values?: Values) => string {
  const place = buildCacheKey(currentLanguage, names.join(' '));
  const known = translateFunctions.get(place);
  if (known) return known;
  const translateKey = (key: string, values?: Values): string => translate(names, key, values);
  translateFunctions.set(place, translateKey);
  return translateKey;
}

export const i18n = {
  get language(): LanguageCode {
    return currentLanguage;
  },

  /** Sets the language and the catalogues that the bundle contains. Other catalogues are loaded with `fetch`, by name. */
  start(language: LanguageCode, first: Readonly<Partial<Record<LanguageCode, object>>>, fetch: typeof fetchTexts): void {
    fetchTexts = fetch;
    currentLanguage = language;
    for (const { code } of languages)
      for (const [name, texts] of Object.entries(first[code] ?? {})) loadedCatalogues.set(buildCacheKey(code, name), texts as Tree);
  },

  /** Loads catalogues in the current language. */
  async load(names: readonly Name[]): Promise<void> {
    await Promise.all(names.map((name) => loadCatalogue(currentLanguage, name)));
  },

  /** Loads every catalogue in use in the new language, then switches to it. */
  async changeLanguage(language: LanguageCode): Promise<void> {
    const loadedNames = [...loadedCatalogues.keys()]
      .filter((place) => place.startsWith(`${currentLanguage} `))
      .map((place) => place.slice(currentLanguage.length + 1) as Name);
    await Promise.all(loadedNames.map((name) => loadCatalogue(language, name)));
    currentLanguage = language;
    listeners.notify();
  },

  onChange: listeners.subscribe,

  isHere: (language: LanguageCode, name: Name): boolean => loadedCatalogues.has(buildCacheKey(language, name)),

  /** Translates outside a component, from any loaded catalogue: `i18n.t('app:close')`. */
  t: (key: PrefixedKey<Name>, values?: Values): string => translate([], key, values),

  /** Returns a translate function for use outside a component. */
  of: <const N extends Name | readonly Name[]>(names: N): Translate<N> => getTranslate(typeof names === 'string' ? [names] : names),

  /** Returns a whole loaded catalogue, or an empty object. */
  all: ((name: string): object => loadedCatalogues.get(buildCacheKey(currentLanguage, name)) ?? {}) as <N extends Name>(
    name: N,
  ) => Catalogues[N],
};

/** Returns the current language, as a snapshot for `useSyncExternalStore` on the client and on the server. */
const getLanguage = (): LanguageCode => currentLanguage;

/** Catalogues that override all others in the components inside the provider of this context. */
export const OverridingCatalogues = createContext<readonly Name[]>([]);

/** Returns a translate function for catalogues. Suspends the component until all are loaded. */
export function useTranslation<const N extends Name | readonly Name[]>(names: N): { readonly t: Translate<N>; readonly i18n: typeof i18n } {
  useSyncExternalStore(i18n.onChange, getLanguage, getLanguage);
  const catalogueNames = use(OverridingCatalogues).concat(names);
  for (const name of catalogueNames) {
    const place = buildCacheKey(currentLanguage, name);
    // A component that suspended for this promise must ask for it again when it continues, or React loses count of its hooks.
    if (loadingCatalogues.has(place) || !loadedCatalogues.has(place)) use(loadCatalogue(currentLanguage, name));
  }
  return { t: getTranslate(catalogueNames), i18n };
}
