/** Words of recordings and films that are shown outside the player. */
export interface MediaTexts {
  /** Instead of the element, in one line. */
  readonly inline: Readonly<Record<string, string>>;
  /** Instead of the element, on paper. */
  readonly paper: Readonly<Record<string, string>>;
  readonly limit: (plays: number) => string;
}

const element = /<(audio|video)\b([^>]*)>(?:<\/\1>)?/g;

export const hasMedia = (html: string): boolean => /<(?:audio|video)\b/.test(html);

/** Replaces recordings and films in sanitised HTML by their words, for a line of text. */
export const nameMedia = (html: string, { inline }: MediaTexts): string => html.replace(element, (_, tag: string) => inline[tag] ?? '');

/**
 * Gives recordings and films in sanitised HTML the browser's controls and their play limit, which only the player of an exam enforces. On paper,
 * words stand in their place (`theme.css`).
 */
export const showMedia = (html: string, { paper, limit }: MediaTexts): string =>
  html.replace(element, (_, tag: string, attributes: string) => {
    const plays = /data-plays="([1-9])"/.exec(attributes)?.[1];
    const note = plays === undefined ? '' : `<small>${limit(Number(plays))}</small>`;
    return `<span class="rich-media"><${tag}${attributes} controls preload="metadata"></${tag}>${note}<span>${paper[tag]}</span></span>`;
  });
