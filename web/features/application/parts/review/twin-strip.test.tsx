import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createSessionUser, renderPage } from '../../../../../tests/fixtures/component/render-page.tsx';
import { TwinStrip } from './twin-strip.tsx';

const twin = { id: 7, isSameOffer: true, offerName: 'Autumn', name: 'Fang Kexin', status: 0, atMs: 1_790_000_000_000 };

it.each([
  [
    'says what approving means for an undecided one of the same batch',
    twin,
    /If you approve this one, the other can no longer be approved/,
  ],
  [
    'says that an approved one of the same batch must be returned first',
    { ...twin, status: 1 },
    /To approve this one, return the other first/,
  ],
])('the strip about another application of the same person %s, and links to it', async (_name, other, words) => {
  await renderPage(<TwinStrip kind="enroll" duplicates={[other]} />, { person: createSessionUser('enrollAdmin') });
  await screen.findByText(words);
  expect(screen.getByRole('link', { name: 'Fang Kexin' }).getAttribute('href')).toContain('id=7');
});

it('the strip does not mention approval if the other application belongs to another batch', async () => {
  await renderPage(<TwinStrip kind="enroll" duplicates={[{ ...twin, id: null, isSameOffer: false }]} />, {
    person: createSessionUser('enrollAdmin'),
  });
  await screen.findByText('Autumn');
  expect(screen.queryByText(/approve/i)).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});
