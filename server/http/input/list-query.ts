import type { PageOrder } from '../../db/list-page.ts';
import { refuse } from '../handler.ts';
import { httpMessages } from '../http-messages.ts';

/** Parsed input of a list call (`listInput`). */
interface ListInput {
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: string | undefined;
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
    refuse('invalid', message, { fields: [{ path: 'sort', message }] });
  }
  return {
    column: column as S[keyof S],
    descending: sort.startsWith('-'),
    offset: (input.page - 1) * input.pageSize,
    limit: input.pageSize,
  };
}
