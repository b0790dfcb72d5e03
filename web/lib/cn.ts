import { clsx, type ClassValue } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names; of two Tailwind classes that contradict, the later wins. */
export const cn = (...parts: ClassValue[]): string => twMerge(clsx(parts));
