import { peopleSyncMessages as messages } from '../people-sync-messages.ts';
import { DirectoryFault, type ListedPerson } from './connector.ts';

/**
 * Throws if nobody of a group has a value in an attribute: it was renamed, or the searching account may not read it. `attributes`: names of the
 * attributes that the fields are read from; '' for a field that is not read.
 */
export function requireAttributes(
  people: readonly ListedPerson[],
  attributes: Readonly<Partial<Record<'number' | 'name' | 'className', string>>>,
): void {
  for (const field of ['number', 'name', 'className'] as const) {
    const attribute = attributes[field] ?? '';
    if (attribute !== '' && people.every((person) => person[field] === ''))
      throw new DirectoryFault(messages.attributeMissing(attribute, people.length));
  }
}
