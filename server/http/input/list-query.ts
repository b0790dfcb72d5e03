import type { ListTotal, PageOrder } from '../../db/list-page.ts';
import { refuseField } from '../handler.ts';
import { httpMessages } from '../http-messages.ts';

/** Parsed input of a list call (`listInput`). */
interface ListInput {
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: string | undefined;
  readonly total?: number | undefined;
}

/** Parsed input of a list call whose total may be inexact (`searchInput`). */
interface SearchInput extends ListInput {
  readonly isMore?: true | undefined;
}

/**
 * Returns the page and order that a list call asks for. `sorts` maps each sortable field to its column; any other field is refused
 * with 1001 at `sort`. `otherwise` is the default order; "-" before the field means descending.
 */
export function readListQuery<const S extends Readonly<Record<string, string>>>(
  input: ListInput,
  sorts: S,
  otherwise: `${'' | '-'}${keyof S & string}`,
): PageOrder<S[keyof S]> {
  const sort = input.sort ?? otherwise;
  const field = sort.replace(/^-/, '');
  const column = Object.hasOwn(sorts, field) ? sorts[field] : undefined;
  if (column === undefined) {
    const message = httpMessages.unknownSort(field, Object.keys(sorts));
    refuseField('invalid', 'sort', message);
  }
  return {
    column: column as S[keyof S],
    descending: sort.startsWith('-'),
    offset: (Math.abs(input.page) - 1) * input.pageSize,
    limit: input.pageSize,
    ...(input.total !== undefined && { known: input.total }),
  };
}

/** Returns the page and order that a call with `searchInput` asks for, as `readListQuery` does. */
export function readSearchQuery<const S extends Readonly<Record<string, string>>>(
  input: SearchInput,
  sorts: S,
  otherwise: `${'' | '-'}${keyof S & string}`,
): PageOrder<S[keyof S], ListTotal> {
  const { known, ...order } = readListQuery(input, sorts, otherwise);
  return {
    ...order,
    ...(input.page < 0 && { fromEnd: true }),
    ...(known !== undefined && { known: input.isMore === true ? { moreThan: known } : known }),
  };
}
