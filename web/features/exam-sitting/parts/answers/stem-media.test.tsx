import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../../lib/i18n.ts';
import { createPreviewSession } from '../../model/preview-session.ts';
import { getMediaElement } from '../../model/recording.ts';
import { SittingController } from '../../model/sitting-controller.ts';
import type { SittingItem } from '../../model/paper-order.ts';
import { RichHtml } from './rich-html.tsx';
import { StemMedia } from './stem-media.tsx';

const media = { '3fa9c1d2': `data:audio/mpeg;base64,${btoa('sound')}` };
const itemWith = (stemHtml: string) => ({ id: '7', stemHtml, media }) as unknown as SittingItem;
const twice = itemWith('<p>Listen <span data-media="3fa9c1d2" data-plays="2"></span></p>');

function Question({ item, controller }: { item: SittingItem; controller: SittingController }) {
  return (
    <>
      <RichHtml id="stem" html={item.stemHtml} />
      <StemMedia item={item} controller={controller} stemId="stem" />
    </>
  );
}

/** The test browser cannot play media, so loading and playing are simulated; the test ends a play. `playable`: whether a file can be loaded. */
let playable = true;
beforeEach(async () => {
  playable = true;
  await i18n.load(['examAround']);
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:recording';
    },
  );
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(function load(this: HTMLMediaElement) {
    queueMicrotask(() => this.dispatchEvent(new Event(playable ? 'canplay' : 'error')));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const end = (controller: SittingController) => act(async () => void fireEvent(elementOf(controller), new Event('ended')));
const elementOf = (controller: SittingController) => getMediaElement(controller, '7/3fa9c1d2', new Blob());

it('counts a play when it begins, also by keyboard, and refuses a third play of two', async () => {
  const session = createPreviewSession();
  const controller = new SittingController(session);
  const { person } = await renderPage(<Question item={twice} controller={controller} />);
  const status = await screen.findByRole('status');
  expect(status.textContent).toBe('2 plays left');
  const play = screen.getByRole('button', { name: 'Play' });
  play.focus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(status.textContent).toBe('1 play left'));
  // During a play there is no button, neither for a pause nor for seeking.
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('progressbar')).toBeTruthy();
  await end(controller);
  await person.click(screen.getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(screen.getByText(/cannot be paused/)).toBeTruthy());
  await end(controller);
  await waitFor(() => expect(status.textContent).toBe('No plays left'));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Play' }).disabled).toBe(true);
  expect(await session.recordPlay('7/3fa9c1d2', 2)).toBe('known');
});

it('continues an interrupted play without counting it again', async () => {
  const controller = new SittingController(createPreviewSession());
  const { person } = await renderPage(<Question item={twice} controller={controller} />);
  await person.click(await screen.findByRole('button', { name: 'Play' }));
  await screen.findByText('1 play left');
  await act(async () => void fireEvent(elementOf(controller), new Event('pause')));
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('progressbar');
  expect(screen.getByRole('status').textContent).toBe('1 play left');
});

it('undoes a jump made by a key or a browser menu', async () => {
  const controller = new SittingController(createPreviewSession());
  const { person } = await renderPage(<Question item={twice} controller={controller} />);
  await person.click(await screen.findByRole('button', { name: 'Play' }));
  await screen.findByText('1 play left');
  const element = elementOf(controller);
  element.currentTime = 0.5;
  fireEvent(element, new Event('timeupdate'));
  element.currentTime = 30;
  fireEvent(element, new Event('seeking'));
  expect(element.currentTime).toBe(0.5);
});

it('counts no play that this PC cannot start or save', async () => {
  const session = createPreviewSession();
  const controller = new SittingController({ ...session, recordPlay: () => Promise.resolve('failed') });
  const { person } = await renderPage(<Question item={twice} controller={controller} />);
  playable = false;
  await person.click(await screen.findByRole('button', { name: 'Play' }));
  await screen.findByText(/This PC cannot play it/);
  playable = true;
  await person.click(screen.getByRole('button', { name: 'Play' }));
  await screen.findByText(/could not save the play/);
  expect(screen.getByRole('status').textContent).toBe('2 plays left');
  expect(HTMLMediaElement.prototype.play).not.toHaveBeenCalled();
});

it('shows the browser’s controls for a recording without a limit, and reports a missing recording', async () => {
  const item = itemWith('<p><span data-media="3fa9c1d2"></span></p><p><span data-media="00000000" data-plays="1"></span></p>');
  await renderPage(<Question item={item} controller={new SittingController(createPreviewSession())} />);
  const free = (await screen.findByRole('group', { name: 'Recording' })).querySelector('audio');
  expect(free?.controls).toBe(true);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/The paper lacks this recording/)).toBeTruthy();
});
