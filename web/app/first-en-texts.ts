import type { TextsLike } from '../lib/create-catalogue.ts';
import { uiEnTexts } from '../ui/ui-en-texts.ts';
import { appEnTexts } from './app-en-texts.ts';
import type { firstTexts } from './first-texts.ts';

/** English texts that every page needs. A chunk of its own, loaded only by users of English. */
export const firstEnTexts = { app: appEnTexts, ui: uiEnTexts } satisfies TextsLike<typeof firstTexts>;
