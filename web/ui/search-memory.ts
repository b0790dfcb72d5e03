/** What a search field has told the list, and heard of it. */
export function searchMemory(value: string) {
  let newest = value;
  // What was told comes back as the value a moment later, and must not go over what was typed meanwhile.
  let told: string[] = [];
  return {
    /** The pause is over. Is it news? Told once each: said again, it would call back whoever went on to another page meanwhile. */
    isNews(now: string): boolean {
      if (now === newest) return false;
      newest = now;
      told.push(now);
      return true;
    },
    /** Somebody asks for it: it is told whenever the list shows something else, as where a filter taken away took the word along. */
    isWanted(now: string, value: string): boolean {
      if (this.isNews(now)) return true;
      if (now === value) return false;
      if (told.at(-1) !== now) told.push(now);
      return true;
    },
    /** The list has another word. Is it to stand in the field, where `text` stands? */
    isFromOutside(now: string, text: string): boolean {
      const at = told.indexOf(now);
      told = told.slice(at + 1);
      if (at >= 0) return false;
      told = [];
      const typing = text !== newest;
      newest = now;
      return !typing;
    },
  };
}
