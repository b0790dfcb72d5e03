import { z } from 'zod';
import { defineCalls } from './call.ts';
import { categoryChanges } from './category.ts';

/** Entities with a category tree of their own, besides questions and papers. */
export const shelves = ['course', 'courseware', 'article'] as const;
export type Shelf = (typeof shelves)[number];

const shelf = z.enum(shelves);
const staff = ['school', 'teacher'] as const;

export const shelfCalls = defineCalls('shelf', {
  getCategories: {
    summary: 'Categories of courses, courseware or articles with how many each holds; empty ones too',
    input: z.object({ shelf }),
    output: z.object({ items: z.array(z.object({ category: z.string(), count: z.int() })) }),
    access: staff,
    errors: [],
    changes: false,
  },
  ...categoryChanges({ shelf }, 'things', staff),
});
