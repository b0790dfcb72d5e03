import { z } from 'zod';

/**
 * Placeholders of an admission ticket pattern, in braces: date of the exam, the room's position in the plan, seat, the person's
 * position.
 */
export const ticketTokens = ['yyyy', 'mm', 'dd', 'room', 'seat', 'n'] as const;

/** Pattern of the admission ticket numbers of a plan; '' if all examinees keep the number of their account. */
export const ticketPattern = z
  .string()
  .trim()
  .max(60)
  .regex(/^(?:[A-Za-z0-9]|-|\{(?:yyyy|mm|dd|room|seat|n)\})*$/);

/** Tells whether the pattern gives every examinee a different number. */
export const hasDistinctTickets = (pattern: string, hasRooms: boolean): boolean =>
  pattern === '' || pattern.includes('{n}') || (hasRooms && pattern.includes('{room}') && pattern.includes('{seat}'));
