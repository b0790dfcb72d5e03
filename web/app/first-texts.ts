import { uiTexts } from '../ui/ui-texts.ts';
import { appTexts } from './app-texts.ts';

/** Texts that every page needs. Chinese is part of the first chunk; English is a chunk of its own. */
export const firstTexts = { app: appTexts, ui: uiTexts };
