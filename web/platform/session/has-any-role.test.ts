import { describe, expect, it } from 'vitest';
import { hasAnyRole } from './has-any-role.ts';

describe('the permission directive', () => {
  it('keeps an element for who holds at least one of its roles', () => {
    expect(hasAnyRole(['admin', 'school'], ['teacher', 'school'])).toBe(true);
    expect(hasAnyRole(['admin', 'school'], ['teacher', 'marker'])).toBe(false);
    expect(hasAnyRole(['admin'], [])).toBe(false);
  });

  it('needs roles', () => {
    expect(() => hasAnyRole([], ['admin'])).toThrow('pass at least one role');
  });
});
