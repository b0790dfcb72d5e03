import type { PageOrder } from '../db/list-page.ts';
import { refuse, type Refusal } from './handler.ts';
import { httpMessages } from './http-messages.ts';

/** What every list call is given, parsed (`listInput`). */
interface ListInput {
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: string | undefined;
}

/**
 * The page and order a list call asks for. `sorts` declares the fields it can be sorted by and the column of each; any other answers
 * 1001 at `sort`. `otherwise` is the order when none is asked for, "-" before the field for descending.
 *
 *     const order = readListQuery(input, paperSorts, '-updatedMs');
 *     if (order instanceof Refusal) return order;
 */
export function readListQuery<const S extends Readonly<Record<string, string>>>(
  input: ListInput,
  sorts: S,
  otherwise: `${'' | '-'}${keyof S & string}`,
): PageOrder<S[keyof S]> | Refusal {
  const sort = input.sort ?? otherwise;
  const field = sort.replace(/^-/, '');
  const column = Object.hasOwn(sorts, field) ? sorts[field] : undefined;
  if (column === undefined) {
    const message = httpMessages.unknownSort(field, Object.keys(sorts));
    return refuse('invalid', message, { fields: [{ path: 'sort', message }] });
  }
  return {
    column: column as S[keyof S],
    descending: sort.startsWith('-'),
    offset: (input.page - 1) * input.pageSize,
    limit: input.pageSize,
  };
}
