import type { Translate } from '../../lib/i18n.ts';

export const getLevelName = (code: Translate<'codes'>, level: number): string => code(`professionLevel.${level}` as 'professionLevel.1');
