import { i18n } from '../../lib/i18n.ts';
import type { z } from 'zod';

/**
 * Converts a schema's issue to a message in the interface's language. Passed to the form resolver, so that the contract's schemas validate forms.
 */
export function formatSchemaProblem(issue: z.core.$ZodRawIssue): string {
  const t = i18n.of('ui');
  const limit = (value: unknown): number => Number(value);
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int' ? t('problemMin', { limit: limit(issue.minimum) }) : t('problemRequired');
    case 'too_big':
      return issue.origin === 'string'
        ? t('problemLong', { limit: limit(issue.maximum) })
        : t('problemMax', { limit: limit(issue.maximum) });
    case 'not_multiple_of':
      return t('problemStep', { limit: limit(issue.divisor) });
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? t('problemNumber') : t('problemRequired');
    default:
      return t('problemOther');
  }
}
