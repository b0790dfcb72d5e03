/** The variable parts of the path of a player page, on which an exam, mock test or homework is answered. */
export interface PlayerAddress {
  readonly area: 'exam' | 'test' | 'homework';
  readonly planId: number;
}

/** Pattern of the path of a player page. Capitals and a final slash are accepted, as in the path of every page. */
const pattern = /^\/student\/(exam|test|homework)\/item\/([0-9]+)\/?$/i;

/** Parses the path of an address that `player.html` serves; null for all other pages, which `index.html` serves. */
export function parsePlayerAddress(pathname: string): PlayerAddress | null {
  const [, area, planId] = pattern.exec(pathname) ?? [];
  return area === undefined ? null : { area: area.toLowerCase() as PlayerAddress['area'], planId: Number(planId) };
}
