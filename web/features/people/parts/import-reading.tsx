import { useTranslation } from '../../../lib/i18n.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { PeopleBook } from '../../../lib/people-sheet/people-sheet.ts';
import type { ListedType } from '../people-queries.ts';

/** Explains how a file was read: ignored parts, the types of the accounts, the sheets used, and renamed columns. */
export function ImportReading({ book: { columns, sheets, notRead, unknown, renamed }, type }: { book: PeopleBook; type: ListedType }) {
  const { t, i18n } = useTranslation('people');
  const listed = (names: readonly string[]) => names.join(i18n.language === 'en' ? ', ' : '、');
  const leftOut = [
    ...(notRead.length > 0 ? [t('sheetsNotRead', { sheets: listed(notRead), count: notRead.length })] : []),
    ...(unknown.length > 0 ? [t('unknownColumns', { columns: listed(unknown), count: unknown.length })] : []),
  ];
  const taken = [
    columns.includes('user_type') ? t('importTypeRead') : t('importTypeWhole', { type: t(`types.${type}`) }),
    ...(sheets.length > 1 ? [t('sheetsRead', { sheets: listed(sheets), count: sheets.length })] : []),
    ...(renamed.length > 0
      ? [t('renamedColumns', { columns: listed(renamed.map(({ heading, column }) => `${heading} → ${t(`columns.${column}`)}`)) })]
      : []),
  ];
  const told = (lines: readonly string[]) => lines.map((line) => <p key={line}>{line}</p>);
  return (
    <>
      {leftOut.length > 0 && <Strip tone="kept">{told(leftOut)}</Strip>}
      <Strip tone="neutral">{told(taken)}</Strip>
    </>
  );
}
