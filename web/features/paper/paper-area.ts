import { useLocation } from 'react-router-dom';
import { type PaperKind, type PaperCategoryTree, getPaperCategoryTree } from '../../../sync/contract/codes.ts';

export interface PaperArea {
  /** Base path of the area's paper pages, such as "/teacher/exam". */
  readonly base: string;
  /** Kinds of paper in this area; a new paper gets the first. */
  readonly kinds: readonly [PaperKind, ...PaperKind[]];
  /** Category tree of the area's papers. */
  readonly shelf: PaperCategoryTree;
}

const areas: Readonly<Record<string, readonly [PaperKind, ...PaperKind[]]>> = {
  exam: ['exam'],
  test: ['test', 'exercise'],
  homework: ['homework'],
};

/** Returns the area of the present page, from its URL. */
export function usePaperArea(): PaperArea {
  const name = useLocation().pathname.split('/')[2] ?? 'exam';
  const base = `/teacher/${name}`;
  const kinds = areas[name] ?? ['exam'];
  return { base, kinds, shelf: getPaperCategoryTree(kinds[0]) };
}
