import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { defineCategoryCalls } from './category.ts';

/** Entities with a category tree of their own, besides questions and papers. */
export const categoryOwners = ['course', 'courseware', 'article'] as const;
export type CategoryOwner = (typeof categoryOwners)[number];

const shelf = z.enum(categoryOwners);
const staff = ['school', 'teacher'] as const;

export const categoryOwnerCalls = defineCalls('shelf', {
  getCategories: {
    summary: 'Categories of courses, courseware or articles with how many each holds; empty ones too',
    input: z.object({ shelf }),
    output: z.object({ items: z.array(z.object({ category: z.string(), count: z.int() })) }),
    access: staff,
    errors: [],
    changes: false,
  },
  ...defineCategoryCalls({ shelf }, 'things', staff),
});
