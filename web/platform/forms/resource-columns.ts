import { useTranslation } from '../../lib/i18n.ts';
import { type Resource, findFieldLabel } from '../../../sync/contract/resource.ts';
import type { Column, ColumnLook } from '../../ui/list/table-columns.ts';
import type { ReactNode } from 'react';
import { useLabelText } from '../../ui/form/use-label-text.ts';
import { dateColumn } from '../../ui/list/columns.tsx';

type Look<R> = Omit<ColumnLook<R>, 'sort'> & { readonly cell?: (row: R) => ReactNode; readonly value?: (row: R) => string | number | null };

/** Converts a value to cell text: objects to their names, flags to yes or no. */
function plain(value: unknown, yesNo: (on: boolean) => string): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return yesNo(value);
  if (Array.isArray(value)) return value.map((each) => plain(each, yesNo)).join('、');
  if (typeof value === 'object' && value !== null && 'name' in value) return plain(value.name, yesNo);
  return '';
}

/**
 * Makes the columns of a resource's list. Heading, sort order and value come from the resource's declaration. The page decides which columns
 * there are, their order and their width.
 *
 *     const column = useResourceColumns(classResource)<ClassRow>();
 *     const columns = [column('name', { fixed: true, opens: true }), column('grade', { width: 'w-28' })];
 */
export function useResourceColumns(resource: Resource) {
  const { t } = useTranslation('resource');
  const words = useLabelText();
  const yesNo = (on: boolean) => t(on ? 'yes' : 'no');
  return <R extends object>() =>
    (field: keyof R & string, { cell, value, ...look }: Look<R> = {}): Column<R> => {
      const isWhen = field === 'updatedMs';
      const base = {
        key: field,
        header: isWhen ? t('updated') : words(findFieldLabel(resource, field)),
        ...(isWhen || resource.fields[field]?.sort === true ? { sort: field } : {}),
        ...look,
      };
      if (cell !== undefined) return { ...base, cell, ...(value === undefined ? {} : { value }) };
      if (value !== undefined) return { ...base, value };
      if (isWhen) return dateColumn(field, t('updated'), (row) => Number(row[field]), { sort: field, ...look });
      return { ...base, value: (row) => plain(row[field], yesNo) };
    };
}
