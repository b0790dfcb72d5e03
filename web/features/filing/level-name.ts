import type { TFunction } from 'i18next';

/** A profession's level as its code names it. */
export const levelName = (code: TFunction<'codes'>, level: number): string => code(`professionLevel.${level}` as 'professionLevel.1');
