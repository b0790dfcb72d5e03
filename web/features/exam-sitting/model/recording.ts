import type { SittingController } from './sitting-controller.ts';
import { Listeners } from '../../../../sync/engine/listeners.ts';
import { decodeBase64 } from '../../../lib/base64.ts';

const address = /^data:((audio\/(?:mpeg|mp4|ogg|wav)|video\/(?:mp4|webm)));base64,/;

/** Decodes a recording of the paper. Returns undefined if the address is no recording or film that the server puts into a paper. */
export function decodeRecording(dataAddress: string): Blob | undefined {
  const type = address.exec(dataAddress)?.[1];
  if (type === undefined) return undefined;
  return new Blob([decodeBase64(dataAddress.slice(dataAddress.indexOf(',') + 1))], { type });
}

export interface RecordingState {
  /** `stopped`: something other than this page stopped the play, for example a media key. Continuing it does not count as another play. */
  readonly phase: 'ready' | 'starting' | 'playing' | 'stopped';
  readonly problem: 'cannotPlay' | 'notSaved' | 'otherPlays' | null;
  /** Number of plays that the examinee may still begin. */
  readonly remainingPlays: number;
  readonly atMs: number;
  /** Length of the recording in milliseconds; NaN until it is known. */
  readonly lengthMs: number;
}

/** Seconds. A larger difference between two reported playback positions is a jump that the examinee made. */
const largestStepS = 1;

/**
 * A recording or film with a play limit. A play counts when it begins: its op is in the answer log on this PC before the sound starts. The page
 * offers no way to stop it. The media element belongs to the attempt, not to the question on the screen, so playback continues while the examinee
 * looks at another question. It is suspended while the exam is paused.
 */
export class Recording {
  readonly element: HTMLMediaElement;
  readonly #controller: SittingController;
  readonly #file: string;
  readonly #limit: number;
  readonly #othersPlay: () => boolean;
  readonly #listeners = new Listeners();
  #state: RecordingState;
  #lastS = 0;
  #rests = false;

  constructor(controller: SittingController, file: string, limit: number, element: HTMLMediaElement, othersPlay: () => boolean) {
    this.#controller = controller;
    this.#file = file;
    this.#limit = limit;
    this.#othersPlay = othersPlay;
    this.element = element;
    element.hidden = true;
    this.#state = { phase: 'ready', problem: null, remainingPlays: this.#left(), atMs: 0, lengthMs: Number.NaN };
    controller.subscribe(() => this.#follow());
    element.addEventListener('timeupdate', () => this.#moved());
    element.addEventListener('seeking', () => this.#moved());
    element.addEventListener('ended', () => this.#set({ phase: 'ready' }));
    element.addEventListener('pause', () => !element.ended && !this.#rests && this.isUnderWay && this.#set({ phase: 'stopped' }));
  }

  readonly state = (): RecordingState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /** True while a play that was counted has not ended. */
  get isUnderWay(): boolean {
    return this.#state.phase === 'playing' || this.#state.phase === 'stopped';
  }

  /** Begins a play, if one is left and this PC can play and count it; or continues a stopped one. */
  async play(): Promise<void> {
    if (this.#state.phase === 'stopped') return this.#start();
    if (this.#state.phase !== 'ready') return;
    if (this.#othersPlay()) return this.#set({ problem: 'otherPlays' });
    this.#set({ phase: 'starting', problem: null });
    // Loaded first, so that a file which this PC cannot play is not counted.
    if (!(await this.#load())) return this.#set({ phase: 'ready', problem: 'cannotPlay' });
    const outcome = await this.#controller.session.recordPlay(this.#file, this.#limit).catch(() => 'failed' as const);
    if (outcome !== 'saved') return this.#set({ phase: 'ready', problem: outcome === 'failed' ? 'notSaved' : null });
    this.#lastS = 0;
    this.element.currentTime = 0;
    return this.#start();
  }

  async #start(): Promise<void> {
    this.#set({ phase: 'playing' });
    await this.element.play().catch(() => this.#set({ phase: 'stopped' }));
  }

  #load(): Promise<boolean> {
    const { element } = this;
    if (element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return Promise.resolve(true);
    return new Promise((resolve) => {
      element.addEventListener('canplay', () => resolve(true), { once: true });
      element.addEventListener('error', () => resolve(false), { once: true });
      element.load();
    });
  }

  /** Notes the playback position, or undoes a jump, which media keys and browser menus can cause. */
  #moved(): void {
    const { element } = this;
    const stepS = element.currentTime - this.#lastS;
    if (this.isUnderWay && (stepS > largestStepS || stepS < 0)) element.currentTime = this.#lastS;
    else this.#lastS = element.currentTime;
    this.#set({});
  }

  #left(): number {
    return Math.max(0, this.#limit - this.#controller.session.countPlays(this.#file));
  }

  #follow(): void {
    const isOpen = this.#controller.view().phase === 'open';
    if (this.#state.phase === 'playing' && isOpen === this.#rests) {
      this.#rests = !isOpen;
      if (this.#rests) this.element.pause();
      else void this.#start();
    }
    if (this.#left() !== this.#state.remainingPlays) this.#set({});
  }

  #set(change: Partial<RecordingState>): void {
    const { currentTime, duration } = this.element;
    const { phase } = { ...this.#state, ...change };
    // Before and after a play, no picture of a film is shown.
    this.element.hidden = phase !== 'playing' && phase !== 'stopped';
    this.#state = { ...this.#state, atMs: currentTime * 1000, lengthMs: duration * 1000, remainingPlays: this.#left(), ...change };
    this.#listeners.notify();
  }
}

const elements = new WeakMap<SittingController, Map<string, HTMLMediaElement>>();
const recordings = new WeakMap<HTMLMediaElement, Recording>();

const filmClass = 'block max-h-[46vh] w-full max-w-[800px] rounded-lg bg-black';
const soundClass = 'block w-full max-w-[520px]';

/** Returns the attempt's element of a recording, which is made at its first use. `file`: question and recording, such as "7/3fa9c1d2". */
export function getMediaElement(controller: SittingController, file: string, content: Blob): HTMLMediaElement {
  const elementsByFile = elements.get(controller) ?? new Map<string, HTMLMediaElement>();
  elements.set(controller, elementsByFile);
  const existing = elementsByFile.get(file);
  if (existing) return existing;
  const isFilm = content.type.startsWith('video/');
  const element = document.createElement(isFilm ? 'video' : 'audio');
  element.className = isFilm ? filmClass : soundClass;
  element.src = URL.createObjectURL(content);
  element.preload = 'metadata';
  element.controls = true;
  elementsByFile.set(file, element);
  return element;
}

/** Returns the `Recording` that limits the plays of a file to `limit`. It is made at the first call, and belongs to the attempt's media element. */
export function getRecording(controller: SittingController, file: string, limit: number, content: Blob): Recording {
  const element = getMediaElement(controller, file, content);
  const existing = recordings.get(element);
  if (existing) return existing;
  element.controls = false;
  // The menu of a film offers to seek and to save it.
  element.addEventListener('contextmenu', (event) => event.preventDefault());
  if (element instanceof HTMLVideoElement) element.disablePictureInPicture = true;
  const listOtherElements = (): HTMLMediaElement[] => [...(elements.get(controller)?.values() ?? [])].filter((other) => other !== element);
  const recording = new Recording(controller, file, limit, element, () =>
    listOtherElements().some((other) => recordings.get(other)?.isUnderWay === true),
  );
  recordings.set(element, recording);
  return recording;
}
