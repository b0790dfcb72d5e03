import type { TextsLike } from '../lib/texts.ts';
import { uiEnTexts } from '../ui/ui-en-texts.ts';
import { appEnTexts } from './app-en-texts.ts';
import type { firstTexts } from './first-texts.ts';

/** What every page says, in the second language: a chunk of its own, for who chose it. */
export const firstEnTexts = { app: appEnTexts, ui: uiEnTexts } satisfies TextsLike<typeof firstTexts>;
