import { expect, it } from 'vitest';
import { findBuildName } from './this-build.ts';

it('findBuildName reads the build from a page, and returns null for other pages', () => {
  expect(findBuildName('<head><script type="module" crossorigin src="/assets/index-3f9a.js"></script></head>')).toBe('index-3f9a.js');
  expect(findBuildName('<script src="/assets/boot.js"></script>')).toBeNull();
  expect(findBuildName('<html><body>请登录校园网</body></html>')).toBeNull();
});
