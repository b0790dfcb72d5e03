import { z } from 'zod';

/** What a pattern of ticket numbers may say in braces: the day of the exam, the room's place in the plan, the seat, the person's place. */
export const ticketTokens = ['yyyy', 'mm', 'dd', 'room', 'seat', 'n'] as const;

/** '': everybody keeps their own number. */
export const ticketPattern = z
  .string()
  .trim()
  .max(60)
  .regex(/^(?:[A-Za-z0-9]|-|\{(?:yyyy|mm|dd|room|seat|n)\})*$/);

/** Does it tell two people apart? */
export const tellsApart = (pattern: string, hasRooms: boolean): boolean =>
  pattern === '' || pattern.includes('{n}') || (hasRooms && pattern.includes('{room}') && pattern.includes('{seat}'));
