import { z } from 'zod';
import type { Access } from '../call.ts';
import { normaliseName } from '../scalars.ts';

const form = /^$|^[^/]{1,60}(?:\/[^/]{1,60}){0,5}$/;
/** Normalises each step of a path: " 电工 / 直流电路" → "电工/直流电路". */
export const normaliseCategoryPath = (path: string): string => path.split('/').map(normaliseName).join('/');

/** Normalises a path and drops steps without visible characters. Two paths that look the same become equal. */
export const removeEmptyPathSteps = (path: string): string =>
  normaliseCategoryPath(path)
    .split('/')
    .filter((step) => step !== '')
    .join('/');

/**
 * Path of an existing category from the top, up to six steps ("电工基础/直流电路"); "" for none. Names are not normalised here, so that older
 * names stay reachable.
 */
export const categoryPath = z.string().trim().max(200).regex(form);
/** Path of a category that a call may create. Each step is normalised like a name. */
export const newCategoryPath = z.string().overwrite(normaliseCategoryPath).max(200).regex(form);

/** Defines the calls that change a category tree. `where`: input fields that select the tree. `what`: plural of its contents. */
export const defineCategoryCalls = <const W extends z.ZodRawShape, const A extends Access>(where: W, what: string, access: A) => ({
  addCategory: {
    summary: 'Add a category, and those above it',
    input: z.object({ ...where, category: newCategoryPath.min(1) }),
    output: z.object({ category: z.string() }),
    access,
    makes: 'category' as const,
    errors: ['refused', 'forbidden'] as const,
    changes: true as const,
    once: true as const,
  },
  moveCategory: {
    summary: 'Rename a category or move it elsewhere, with everything below; into one that stands already only when told to merge',
    input: z.object({ ...where, from: categoryPath.min(1), to: newCategoryPath.min(1), merge: z.boolean().default(false) }),
    output: z.object({ moved: z.int() }),
    access,
    errors: ['notFound', 'refused', 'forbidden'] as const,
    changes: true as const,
  },
  removeCategory: {
    summary: `Remove a category with those below it; its ${what} go where \`moveTo\` says ("": without a category)`,
    input: z.object({ ...where, category: categoryPath.min(1), moveTo: newCategoryPath.default('') }),
    output: z.object({ moved: z.int() }),
    access,
    errors: ['notFound', 'refused', 'forbidden'] as const,
    changes: true as const,
  },
});
