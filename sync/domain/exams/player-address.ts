/** Parts of an address at which a person answers: exams, mock tests and homework have one each. */
export interface PlayerAddress {
  readonly area: 'exam' | 'test' | 'homework';
  readonly planId: number;
}

/** Like every address of a page, it may be written in capitals or end with a slash. */
const pattern = /^\/student\/(exam|test|homework)\/item\/([0-9]+)\/?$/i;

/** Parses the path of an address that `player.html` serves; null for all other pages, which `index.html` serves. */
export function parsePlayerAddress(pathname: string): PlayerAddress | null {
  const [, area, planId] = pattern.exec(pathname) ?? [];
  return area === undefined ? null : { area: area.toLowerCase() as PlayerAddress['area'], planId: Number(planId) };
}
