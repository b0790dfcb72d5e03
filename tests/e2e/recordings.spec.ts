import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { questionCalls } from '../../sync/contract/bank/question.ts';
import { paperCalls } from '../../sync/contract/papers/paper.ts';
import { publishExam } from './exam/short-exam.ts';
import { ApiClient } from './rig/api-client.ts';
import { writeFilm } from './rig/film.ts';
import { keepPicture } from './rig/picture.ts';
import { test } from './rig/test.ts';

const examName = '听力考试';
const seconds = 4;

/** Makes a mono WAV file with a tone. */
function createTone(): Buffer {
  const rate = 8000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + seconds * rate, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(seconds * rate, 40);
  const samples = Uint8Array.from({ length: seconds * rate }, (_, at) => 128 + Math.round(40 * Math.sin((at * 2 * Math.PI * 440) / rate)));
  return Buffer.concat([header, samples]);
}

/** Publishes an exam whose first question has a recording in its stem. `stemOf` makes the stem from the address of the uploaded file. */
async function publishRecording(
  origin: string,
  loginName: string,
  { file, fileName, stemOf }: { file: Buffer; fileName: string; stemOf: (url: string) => string },
): Promise<void> {
  const teacher = await ApiClient.signIn(origin, 'teacher');
  const url = await teacher.uploadByForm(file, fileName, 'media');
  const section = { title: '单选', type: 1 as const, count: 2, pointsEach: 2, categories: [], partial: false };
  const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 2 } as const;
  const paper = await teacher.call(paperCalls.draw, {
    ...(await teacher.call(paperCalls.add, { name: examName, sections: [section], rules })),
    seed: 7,
  });
  const { sections } = await teacher.call(paperCalls.getById, { id: paper.id });
  const first = sections[0]?.questions[0];
  if (!first) throw new Error('the paper has no question');
  const question = await teacher.call(questionCalls.getById, { id: first.id });
  await teacher.call(questionCalls.modify, { ...question, stem: stemOf(url) });
  const times = { startsInMs: 30_000, durationMs: 600_000, entryLimitMs: 500_000 };
  await publishExam(teacher, paper.id, { name: examName, ...times, loginNames: [loginName] });
}

test('a recording plays without a network up to its limit of plays, and a reload gives no play back', async ({
  server,
  connect,
  addExaminee,
}) => {
  test.setTimeout(400_000);
  const link = await connect(1);
  const examinee = addExaminee('examinee01', link);
  await examinee.sitDown();
  await examinee.signIn();
  await publishRecording(server.origin, examinee.loginName, {
    file: createTone(),
    fileName: 'tone.wav',
    stemOf: (url) => `<p>听录音，选择正确答案。</p><audio src="${url}" data-plays="2"></audio>`,
  });
  await examinee.prepare(examName);
  await examinee.enter();
  await examinee.paperOpen();
  await link.offline();

  const { page } = examinee;
  const recording = page.locator('[data-shown]').getByRole('group', { name: '音频' });
  const left = recording.getByRole('status');
  await expect(left).toHaveText('还可播放 2 次');
  await recording.getByRole('button', { name: '播放' }).press('Enter');
  await expect(recording.getByRole('progressbar')).toBeVisible();
  await expect(left).toHaveText('还可播放 1 次');
  // A reload without a network interrupts the recording, which may be played twice. The interrupted playback still counts as one of these.
  await page.reload();
  await examinee.paperOpen();
  await expect(left).toHaveText('还可播放 1 次');
  await recording.getByRole('button', { name: '播放' }).click();
  await expect(left).toHaveText('播放次数已用完', { timeout: 30_000 });
  await expect(recording.getByRole('button', { name: '播放' })).toBeDisabled();
  await page.reload();
  await examinee.paperOpen();
  await expect(left).toHaveText('播放次数已用完');
});

test('a video limited to one play plays once without a network, and never again', async ({ server, connect, addExaminee }, info) => {
  test.setTimeout(400_000);
  const link = await connect(2);
  const examinee = addExaminee('examinee02', link);
  await examinee.sitDown();
  await examinee.signIn();
  const film = info.outputPath('film.webm');
  await writeFilm(examinee.page, film, seconds);
  await publishRecording(server.origin, examinee.loginName, {
    file: await readFile(film),
    fileName: 'film.webm',
    stemOf: (url) => `<p>看视频，指出操作中的错误。</p><video src="${url}" data-plays="1"></video>`,
  });
  await examinee.prepare(examName);
  await examinee.enter();
  await examinee.paperOpen();
  await link.offline();

  const { page } = examinee;
  const recording = page.locator('[data-shown]').getByRole('group', { name: '视频' });
  const left = recording.getByRole('status');
  await expect(left).toHaveText('还可播放 1 次');
  await keepPicture(page, 'player-video');
  await recording.getByRole('button', { name: '播放' }).click();
  const picture = recording.locator('video');
  await expect.poll(() => picture.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(160);
  await expect(left).toHaveText('播放次数已用完', { timeout: 30_000 });
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageUp');
  await expect(recording.getByRole('button', { name: '播放' })).toBeDisabled();
});
