import { uiTexts } from '../ui/ui-texts.ts';
import { appTexts } from './app-texts.ts';

/** Every page says something of these: in the first language they are in the first chunk, in the other a chunk of their own. */
export const firstTexts = { app: appTexts, ui: uiTexts };
