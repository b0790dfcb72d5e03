import { useTranslation } from '../../lib/i18n.ts';
import { type Resource, findFieldLabel } from '../../../sync/contract/resource.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import type { Column } from '../../ui/list/table-columns.ts';
import { useLabelText } from '../../ui/form/use-label-text.ts';

type Look<R> = Pick<Column<R>, 'align' | 'width' | 'wide' | 'extra' | 'fixed' | 'opens' | 'cell' | 'value'>;

/** Converts a value to cell text: objects to their names, flags to yes or no. */
function plain(value: unknown, yesNo: (on: boolean) => string): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return yesNo(value);
  if (Array.isArray(value)) return value.map((each) => plain(each, yesNo)).join('、');
  if (typeof value === 'object' && value !== null && 'name' in value) return plain(value.name, yesNo);
  return '';
}

const textOf = (value: string | number | Date | null) => (value instanceof Date ? formatDateTime(value.getTime()) : value);

/**
 * Makes the columns of a resource's list. Heading, sort order and value come from the resource's declaration. The page decides which columns
 * there are, their order and their width.
 *
 *     const column = useResourceColumns(classResource)<ClassRow>();
 *     const columns = [column('name', { fixed: true, opens: true }), column('grade', { width: 'w-28' })];
 */
export function useResourceColumns(thing: Resource) {
  const { t } = useTranslation('thing');
  const words = useLabelText();
  const yesNo = (on: boolean) => t(on ? 'yes' : 'no');
  return <R extends object>() =>
    (field: keyof R & string, { cell, value, ...look }: Look<R> = {}): Column<R> => {
      const isWhen = field === 'updatedMs';
      const base = {
        key: field,
        header: isWhen ? t('updated') : words(findFieldLabel(thing, field)),
        ...(isWhen || thing.fields[field]?.sort === true ? { sort: field } : {}),
        ...look,
      };
      if (cell !== undefined) return { ...base, cell, ...(value === undefined ? {} : { value }) };
      if (value !== undefined) return { ...base, value, cell: (row) => textOf(value(row)) };
      if (isWhen) return { ...base, cell: (row) => formatDateTime(Number(row[field])), value: (row) => new Date(Number(row[field])) };
      return { ...base, value: (row) => plain(row[field], yesNo) };
    };
}
