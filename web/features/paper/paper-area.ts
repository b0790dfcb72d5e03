import { useLocation } from 'react-router-dom';
import { type PaperKind, type PaperShelf, shelfOf } from '../../../sync/contract/codes.ts';

export interface PaperArea {
  /** "/teacher/exam": the pages of papers stand below it. */
  readonly base: string;
  /** What its papers are for; the first is what a new one gets. */
  readonly kinds: readonly [PaperKind, ...PaperKind[]];
  /** Whose categories they are filed in. */
  readonly shelf: PaperShelf;
}

const areas: Readonly<Record<string, readonly [PaperKind, ...PaperKind[]]>> = {
  exam: ['exam'],
  test: ['test', 'exercise'],
  homework: ['homework'],
};

/** The area of the page that is shown, by its address. */
export function usePaperArea(): PaperArea {
  const name = useLocation().pathname.split('/')[2] ?? 'exam';
  const base = `/teacher/${name}`;
  const kinds = areas[name] ?? ['exam'];
  return { base, kinds, shelf: shelfOf(kinds[0]) };
}
