import { z } from 'zod';
import { defineCategoryCalls, newCategoryPath } from '../bank/category.ts';
import { paperCategoryTrees } from '../codes.ts';
import { id, version } from '../scalars.ts';

const shelf = z.enum(paperCategoryTrees);
const staff = ['school', 'teacher'] as const;

/**
 * Calls for the category trees of papers, one tree for each area. A category does not affect an exam, so papers in use can be moved too.
 */
export const paperCategoryCalls = {
  getCategories: {
    summary: 'Categories of a shelf with how many papers each holds; empty ones too',
    input: z.object({ shelf }),
    output: z.object({ items: z.array(z.object({ category: z.string(), count: z.int() })) }),
    access: staff,
    errors: [],
    changes: false,
  },
  ...defineCategoryCalls({ shelf }, 'papers', staff),
  file: {
    summary: 'Put papers into a category',
    input: z.object({ items: z.array(z.object({ id, version })).min(1).max(2000), category: newCategoryPath }),
    output: z.object({ filed: z.int() }),
    access: staff,
    rows: [{ of: 'paper', act: 'file', at: 'items.*.id' }],
    errors: ['notFound', 'conflict'],
    changes: true,
    once: true,
  },
} as const;
