import { sectionType } from '../contract/codes.ts';

interface SheetItem {
  readonly type: number;
  readonly options: readonly { readonly id: string }[];
  readonly blanks: number;
  /** Told or shown before assessors: nothing of it stands on a sheet. */
  readonly shown: boolean;
}

const judgement = ['T', 'F'];
/** Could this stand on a sheet of paper as the answer to this question? Nothing at all can: it was crossed out. */
export function fitsSheet({ type, options, blanks, shown }: SheetItem, value: readonly string[]): boolean {
  if (shown) return false;
  const ids = options.length > 0 ? options.map(({ id }) => id) : judgement;
  switch (type) {
    case sectionType.single:
    case sectionType.judgement:
      return value.length <= 1 && value.every((id) => ids.includes(id));
    case sectionType.multiple:
      return new Set(value).size === value.length && value.every((id) => ids.includes(id));
    case sectionType.fillIn:
      return value.length === 0 || value.length === blanks;
    default:
      return true;
  }
}
