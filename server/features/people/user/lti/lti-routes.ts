import { ltiLaunchPath, ltiLoginPath } from '../../../../../sync/contract/patterns.ts';
import type { App } from '../../../../context.ts';
import { readBody } from '../../../../http/input/body.ts';

/** Largest form of a learning platform that is passed on (bytes). */
const maxFormBytes = 24_000;

/**
 * Forwards forms that a learning platform posts to the page of the same path. The login form becomes the query, as if the platform had used GET. The
 * launch form becomes the fragment, which browsers send to no server.
 */
export function mountLtiForms(app: App): void {
  const pass = (path: string, mark: '?' | '#') =>
    app.post(`${path}/:id{\\d+}`, async (c) => {
      const form = await readBody(c.req.raw, maxFormBytes);
      if (typeof form !== 'string') return c.body(null, 413);
      // Parse the form and write it again: this escapes line breaks, which would make the header invalid.
      return c.redirect(`${c.req.path}${mark}${new URLSearchParams(form).toString()}`, 303);
    });
  pass(ltiLoginPath, '?');
  pass(ltiLaunchPath, '#');
}
