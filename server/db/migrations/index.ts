import type { Migration } from '../migrate.ts';
import { user } from './0001-user.ts';

/** In the order they are applied. */
export const migrations: readonly Migration[] = [user];
