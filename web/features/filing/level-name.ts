import type { Translate } from '../../lib/i18n.ts';

/** A profession's level as its code names it. */
export const levelName = (code: Translate<'codes'>, level: number): string => code(`professionLevel.${level}` as 'professionLevel.1');
