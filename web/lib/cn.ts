import { clsx, type ClassValue } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';
import { conflictingClassGroups, overriddenGroups } from './class-groups.ts';

const merge = createTailwindMerge(() => ({
  cacheSize: 1000,
  theme: {},
  classGroups: conflictingClassGroups,
  conflictingClassGroups: overriddenGroups,
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ['before', 'after', 'placeholder', 'file', 'marker', 'selection', 'first-line', 'first-letter', '*', '**'],
}));

/** Joins class names; of two Tailwind classes that contradict, the later wins. */
export const cn = (...parts: ClassValue[]): string => merge(clsx(parts));
