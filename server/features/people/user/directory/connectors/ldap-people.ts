import { type Client, type Entry, type Filter, FilterParser, ResultCodeError } from 'ldapts';
import { maxPersonImportRows } from '../../../../../../sync/contract/people/person.ts';
import { peopleSyncMessages as messages } from '../people-sync-messages.ts';
import { type DirectoryAccess, DirectoryFault, type DirectoryPeople, type ListedPerson } from './connector.ts';
import { requireAttributes } from './listed-people.ts';

/** Active Directory returns at most 1000 entries a page. */
const pageSize = 500;
/** LDAP's result codes for a list that ended at a limit of time, of entries, or of the server. */
const limitCodes = new Set([3, 4, 11]);
const everyPerson = '(objectClass=person)';

/** Returns the first value of an attribute as text, or ''. Names of attributes have no case. */
export function readAttribute(entry: Entry, attribute: string): string {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase());
  const value: unknown = name === undefined ? undefined : entry[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first.trim() : '';
}

/** Throws the fault that explains an error of a search. */
type ExplainSearch = (error: unknown, base: string) => never;

/** Lists the people of each configured group over a bound connection. Throws if a list is empty or may have ended early. */
export async function listLdapPeople(client: Client, access: DirectoryAccess, explain: ExplainSearch): Promise<DirectoryPeople> {
  const list = async (base: string, filter: string, classAttribute: string): Promise<ListedPerson[] | null> => {
    if (base === '') return null;
    return listGroup(client, { base, filter, classAttribute }, access).catch((error: unknown) => {
      if (error instanceof ResultCodeError && limitCodes.has(error.code)) throw new DirectoryFault(messages.listLimited(base), error);
      return explain(error, base);
    });
  };
  const people = {
    students: await list(access.studentBase, access.studentFilter, access.classAttribute),
    staff: await list(access.staffBase, access.staffFilter, ''),
  };
  if (people.students === null && people.staff === null) throw new DirectoryFault(messages.noBase());
  return people;
}

interface GroupSearch {
  readonly base: string;
  readonly filter: string;
  /** '' reads no classes. */
  readonly classAttribute: string;
}

async function listGroup(client: Client, search: GroupSearch, access: DirectoryAccess): Promise<ListedPerson[]> {
  const { base, classAttribute } = search;
  const { numberAttribute, nameAttribute } = access;
  const attributes = [numberAttribute, nameAttribute, classAttribute].filter((name) => name !== '');
  const people: ListedPerson[] = [];
  let isLastPageEmpty = false;
  // Without a size limit of its own, the library throws if the server ends the list at its limit.
  for await (const page of client.searchPaginated(base, {
    scope: 'sub',
    filter: parseFilter(search.filter),
    attributes,
    paged: { pageSize },
  })) {
    if (page.searchReferences.length > 0) throw new DirectoryFault(messages.elsewhere(base));
    isLastPageEmpty = page.searchEntries.length === 0;
    for (const entry of page.searchEntries)
      people.push({
        entry: entry.dn,
        number: readAttribute(entry, numberAttribute),
        name: readAttribute(entry, nameAttribute),
        className: classAttribute === '' ? '' : readAttribute(entry, classAttribute),
      });
    if (people.length > maxPersonImportRows) throw new DirectoryFault(messages.tooMany(base, maxPersonImportRows));
  }
  if (people.length === 0) throw new DirectoryFault(messages.nobody(base));
  // The library stops at an empty page, even if the server says that more follow.
  if (isLastPageEmpty) throw new DirectoryFault(messages.endedEarly(base));
  requireAttributes(people, { number: numberAttribute, name: nameAttribute, className: classAttribute });
  return people;
}

function parseFilter(filter: string): Filter {
  try {
    return FilterParser.parseString(filter === '' ? everyPerson : filter);
  } catch (error) {
    throw new DirectoryFault(messages.filterInvalid(filter), error);
  }
}
