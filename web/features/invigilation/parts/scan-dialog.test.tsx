import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createRoomOnTablet, createSeat } from '../../../../tests/fixtures/component/room-on-tablet.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { ScanDialog } from './scan-dialog.tsx';

it('SY7a: the scan dialog without a camera takes files, rejects a file without answers and lists stored answers', async () => {
  await i18n.load(['invigilation', 'ui']);
  const { seats } = createRoomOnTablet([createSeat(1, {}), createSeat(2, {}), createSeat(3, {})]);
  const states = [
    { waitingCount: 7, refused: false, delivered: false },
    { waitingCount: 0, refused: false, delivered: true },
  ];
  const carried = new Map(states.map((state, at) => [seats[at]?.attemptId ?? '', state]));
  const onTaken = vi.fn<() => void>();
  const { person } = await renderPage(<ScanDialog seats={seats} carried={carried} onComplete={onTaken} onClose={() => undefined} />);
  await screen.findByText('This device has no camera. You can choose an answer file.');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^.*?(?=\d waiting|all received)/, ''))).toEqual([
    '7 waiting to be sent',
    'all received answers sent',
  ]);
  // Files of jsdom cannot be read as a stream.
  const file = Object.assign(new File([], 'other.wenkao'), { stream: () => new Response('no answers').body });
  await person.upload(screen.getByLabelText('Choose an answer file', { selector: 'input' }), file);
  const message = await screen.findByText('This does not contain answers.');
  expect(message.textContent).toContain('other.wenkao');
  expect(onTaken).toHaveBeenCalledOnce();
});
