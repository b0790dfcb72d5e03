import { useTranslation } from '../../../lib/i18n.ts';
import { parseFieldPath } from './import-rows.ts';

const names = [
  'type',
  'material',
  'stem',
  'options',
  'left',
  'answer',
  'reference',
  'items',
  'veto',
  'files',
  'analysis',
  'difficulty',
  'uniformity',
  'category',
  'tags',
  'source',
  'scoreHint',
  'level',
  'pointCode',
  'profId',
  'tradeId',
] as const;
type Name = (typeof names)[number];
const isName = (name: string): name is Name => (names as readonly string[]).includes(name);

/** Returns the display name of a field of a row: "options.1" is option B. '' stands for the whole row. */
export function useDraftFieldName(): (path: string) => string {
  const { t } = useTranslation(['questionFile', 'ui']);
  return (path) => {
    const { name, part } = parseFieldPath(path);
    if (name === '') return '';
    if (!isName(name)) return name;
    if (part === null) return t(`fieldName.${name}`);
    if (name === 'options') return t('optionAt', { letter: String.fromCharCode(65 + part) });
    return name === 'answer' ? t('ui:blank', { n: part + 1 }) : `${t(`fieldName.${name}`)} ${part + 1}`;
  };
}
