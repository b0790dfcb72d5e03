import { act, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { renderPage } from '../../../../../tests/fixtures/component/render-page.tsx';
import type { CameraRules } from '../../../../../sync/contract/exams/camera.ts';
import { i18n } from '../../../../lib/i18n.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import type { SittingTime } from '../../model/sitting-time.ts';
import type { CameraPorts } from './camera-ports.ts';
import { ExamCamera, type ExamCameraProps } from './exam-camera.tsx';

// The DOM of the tests (jsdom) does not implement modal dialogs.
beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
});

const picture = new Uint8Array([0xff, 0xd8, 0xff]);
const rules: CameraRules = { entryPhoto: true, stillMinutes: 0, until: '2031-11-28' };

/** Renders the camera of a PC that gives `picture`, unless `ports` says otherwise. Returns the stored reports, and whether the camera is on. */
async function open({ ports: more = {}, ...props }: Partial<Omit<ExamCameraProps, 'createPorts'>> & { ports?: Partial<CameraPorts> } = {}) {
  const pc = { reports: [] as unknown[], answer: null as string | null, isOn: false };
  const ports: CameraPorts = {
    async open() {
      pc.isOn = true;
      return { stream: null as unknown as MediaStream, stop: () => (pc.isOn = false) };
    },
    photograph: async () => picture,
    still: async () => picture,
    async store(...report) {
      pc.reports.push(report);
      return 'stored';
    },
    hasSpace: async () => true,
    answer: () => pc.answer,
    remember: (outcome) => (pc.answer = outcome),
    sleep: () => new Promise(() => undefined),
    random: () => 0,
    ...more,
  };
  await i18n.load(['examCamera']);
  const { person, unmount } = await renderPage(<ExamCamera rules={rules} attemptId="a" createPorts={() => ports} {...props} />);
  return { pc, person, unmount };
}
const button = (name: string) => screen.findByRole('button', { name });

it('explains purpose, viewers and deletion of the photos before the camera is on', async () => {
  const { pc } = await open({ rules: { ...rules, stillMinutes: 10 } });
  const text = (await screen.findByRole('region', { name: 'Photo at entry' })).textContent;
  for (const part of ['compares it with the photo', 'about every 10 minutes', 'Only the invigilators', 'kept until 2031-11-28', 'red dot'])
    expect(text).toContain(part);
  expect(pc.isOn).toBe(false);
  expect(screen.queryByText('Camera on')).toBeNull();
});

it('stores the photo that the examinee confirms, shows a light while the camera is on, and turns it off', async () => {
  const { pc, person } = await open();
  await person.click(await button('Turn the camera on'));
  await screen.findByText('Camera on');
  await person.click(await button('Take the photo'));
  await person.click(await button('Take it again'));
  expect(pc.reports).toEqual([]);
  await person.click(await button('Take the photo'));
  await screen.findByRole('img', { name: 'The photo just taken' });
  await person.click(await button('Use this photo'));
  await screen.findByText(/reaches the invigilator/);
  expect(pc.reports).toEqual([['entry', 'taken', picture]]);
  expect(pc.isOn).toBe(false);
  expect(screen.queryByText('Camera on')).toBeNull();
});

it.each([
  ['noCamera', /No camera was found/],
  ['refused', /does not allow the camera/],
  ['broken', /gave no picture/],
] as const)('records the failure %s in words and lets the examinee try again', async (failure, words) => {
  const { pc, person } = await open({ ports: { open: async () => failure } });
  await person.click(await button('Turn the camera on'));
  await screen.findByText(words);
  expect(pc.reports).toEqual([['entry', failure, undefined]]);
  expect(await button('Try again')).toBeDefined();
});

it('records that the examinee declines a photo, and uses no camera', async () => {
  const { pc, person } = await open();
  await person.click(await button('No photo'));
  await screen.findByText(/you chose not to be photographed/);
  expect(pc).toMatchObject({ reports: [['entry', 'declined', undefined]], isOn: false });
});

it('reports that the PC has no space for the photo', async () => {
  const { person } = await open({ ports: { store: async () => 'full' } });
  await person.click(await button('Turn the camera on'));
  await person.click(await button('Take the photo'));
  await person.click(await button('Use this photo'));
  expect(await screen.findByText(/no space for the photo/)).toBeDefined();
});

it('turns the camera off when the exam begins', async () => {
  const { pc, person, unmount } = await open();
  await person.click(await button('Turn the camera on'));
  await screen.findByText('Camera on');
  expect(pc.isOn).toBe(true);
  unmount();
  expect(pc.isOn).toBe(false);
});

it('turns off a camera that comes on only after the exam has begun', async () => {
  const permission = Promise.withResolvers<void>();
  const camera = { isOn: false };
  const { person, unmount } = await open({
    ports: {
      async open() {
        await permission.promise;
        camera.isOn = true;
        return { stream: null as unknown as MediaStream, stop: () => (camera.isOn = false) };
      },
    },
  });
  await person.click(await button('Turn the camera on'));
  unmount();
  await act(async () => permission.resolve());
  expect(camera.isOn).toBe(false);
});

const controller = { view: () => ({ phase: 'open' }) } as unknown as SittingController;
const time = { remainingMs: () => 3_600_000 } as unknown as SittingTime;

it('lets the examinee decline a missed photo during the exam, without covering the paper', async () => {
  const { pc, person } = await open({ sitting: { controller, time } });
  await screen.findByText(/asks for a photo at entry/);
  await person.click(await button('Photo'));
  await person.click(await button('No photo'));
  await person.click(await button('Back to the paper'));
  expect(screen.queryByText(/asks for a photo at entry/)).toBeNull();
  expect(pc.reports).toHaveLength(1);
});

it('takes stills during the exam after the examinee’s consent, and shows a light meanwhile', async () => {
  const wake = Promise.withResolvers<void>();
  const shot = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  let isAwake = false;
  const sleep = () => (isAwake ? new Promise<void>(() => undefined) : wake.promise);
  const { pc } = await open({
    rules: { ...rules, stillMinutes: 10 },
    sitting: { controller, time },
    ports: { sleep, answer: () => 'taken', still: () => shot.promise },
  });
  expect(screen.queryByRole('button')).toBeNull();
  isAwake = true;
  await act(async () => wake.resolve());
  await screen.findByText('Camera on');
  await act(async () => shot.resolve(picture));
  expect(pc.reports).toEqual([['still', 'taken', picture]]);
  expect(screen.queryByText('Camera on')).toBeNull();
});
