import type { RouteRow } from '../../web/app/routes/route-row.ts';
import { lazyCatalogues } from '../../web/app/texts.ts';
import type { PageReader } from './page-code.ts';
import type { RuleViolation } from './rule-violation.ts';

/** True for a catalogue that a row of the route table must name. The catalogue `words` is loaded with every page. */
const isLater = (name: string): boolean => name in lazyCatalogues && name !== 'words';

/** Returns the rows whose `texts` are not exactly the catalogues that the code of their page uses, and the right list for each. */
export function checkPageTexts(readPage: PageReader, rows: readonly Pick<RouteRow, 'path' | 'texts' | 'page'>[]): RuleViolation[] {
  return rows.flatMap(({ path, texts, page }) => {
    const needed = [...(readPage({ page })?.catalogues ?? [])].filter(isLater).toSorted();
    if (needed.join() === [...texts].toSorted().join()) return [];
    return [{ rule: 'page-texts', path, reason: `texts must be [${needed.map((name) => `'${name}'`).join(', ')}]` }];
  });
}
