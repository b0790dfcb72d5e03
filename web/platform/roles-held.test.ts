import { describe, expect, it } from 'vitest';
import { holdsAny } from './roles-held.ts';

describe('the permission directive', () => {
  it('keeps an element for who holds at least one of its roles', () => {
    expect(holdsAny(['admin', 'school'], ['teacher', 'school'])).toBe(true);
    expect(holdsAny(['admin', 'school'], ['teacher', 'marker'])).toBe(false);
    expect(holdsAny(['admin'], [])).toBe(false);
  });

  it('needs roles', () => {
    expect(() => holdsAny([], ['admin'])).toThrow('need roles!');
  });
});
