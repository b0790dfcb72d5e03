/**
 * A sentence in Chinese and English. `[name]` is a button, page or message of the product, written as its catalogue has it; a command stands
 * between backticks.
 */
export type GuideText = readonly [chinese: string, english: string];

/** A problem that readers may have, and its remedies. */
export interface GuideCase {
  readonly when: GuideText;
  readonly remedies: readonly GuideText[];
}

/** A screenshot of the product. `npm run screens` takes it again (`docs/screens`), so that it shows the product as it is. */
export interface GuidePicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly shows: GuideText;
}

export interface GuideSection {
  /** Anchor in the address. A section about one group of the menu has that group's key, so that pages of the group lead to it. */
  readonly id: string;
  readonly title: GuideText;
  readonly lead?: GuideText;
  readonly steps?: readonly GuideText[];
  readonly cases?: readonly GuideCase[];
  readonly cautions?: readonly GuideText[];
  readonly picture?: GuidePicture;
  /** Begins a new page when printed. */
  readonly newPage?: true;
}

export interface Guide {
  readonly id: string;
  /** Short name in the list of guides. */
  readonly readers: GuideText;
  readonly title: GuideText;
  /** Says in one or two sentences what the guide is for. */
  readonly lead: GuideText;
  readonly sections: readonly GuideSection[];
}
