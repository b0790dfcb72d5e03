import { z } from 'zod';
import type { Access } from './call.ts';
import { plainName } from './scalars.ts';

const form = /^$|^[^/]{1,60}(?:\/[^/]{1,60}){0,5}$/;
/** " 电工 / 直流电路" → "电工/直流电路". */
export const plainPath = (path: string): string => path.split('/').map(plainName).join('/');

/** The same without the steps that nobody can see: two paths that read alike. */
export const tidyPath = (path: string): string =>
  plainPath(path)
    .split('/')
    .filter((step) => step !== '')
    .join('/');

/** "电工基础/直流电路": up to six steps from the top down; "" is none. One that stands already, whatever it is called. */
export const categoryPath = z.string().trim().max(200).regex(form);
/** One that something is filed under: each step as a name is kept. */
export const givenCategory = z.string().overwrite(plainPath).max(200).regex(form);

/** The calls that change a tree of categories. `where`: the input that says which tree; `what`: what stands in it. */
export const categoryChanges = <const W extends z.ZodRawShape, const A extends Access>(where: W, what: string, access: A) => ({
  addCategory: {
    summary: 'Add a category, and those above it',
    input: z.object({ ...where, category: givenCategory.min(1) }),
    output: z.object({ category: z.string() }),
    access,
    makes: 'category' as const,
    errors: ['refused', 'forbidden'] as const,
    changes: true as const,
    once: true as const,
  },
  moveCategory: {
    summary: 'Rename a category or move it elsewhere, with everything below; into one that stands already only when told to merge',
    input: z.object({ ...where, from: categoryPath.min(1), to: givenCategory.min(1), merge: z.boolean().default(false) }),
    output: z.object({ moved: z.int() }),
    access,
    errors: ['notFound', 'refused', 'forbidden'] as const,
    changes: true as const,
  },
  removeCategory: {
    summary: `Remove a category with those below it; its ${what} go where \`moveTo\` says ("": without a category)`,
    input: z.object({ ...where, category: categoryPath.min(1), moveTo: givenCategory.default('') }),
    output: z.object({ moved: z.int() }),
    access,
    errors: ['notFound', 'refused', 'forbidden'] as const,
    changes: true as const,
  },
});
