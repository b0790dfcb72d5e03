import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Creates the logger of a process. It writes to standard error, so that standard output holds only the text for the operator. An error is logged
 * under `err`, with its message, stack and cause.
 */
export const createLogger = (level: string, destination: DestinationStream = pino.destination({ dest: 2, sync: true })): Logger =>
  pino({ level }, destination);
