import { describe, expect, it } from 'vitest';
import { hasAnyRole } from './has-any-role.ts';

describe('hasAnyRole', () => {
  it('is true if the user has at least one of the roles', () => {
    expect(hasAnyRole(['admin', 'school'], ['teacher', 'school'])).toBe(true);
    expect(hasAnyRole(['admin', 'school'], ['teacher', 'marker'])).toBe(false);
    expect(hasAnyRole(['admin'], [])).toBe(false);
  });

  it('throws without roles', () => {
    expect(() => hasAnyRole([], ['admin'])).toThrow('need roles!');
  });
});
