/** Tracks which keywords a search field has reported to its list, and which of those the list has returned as its `value`. */
export function createSearchMemory(value: string) {
  let newest = value;
  // A reported keyword comes back as `value` a moment later, and must not overwrite newer typing.
  let reported: string[] = [];
  return {
    /**
     * Called when typing pauses. True if `now` was not reported yet. Reporting it again would navigate back to the list from a page opened
     * meanwhile.
     */
    isNews(now: string): boolean {
      if (now === newest) return false;
      newest = now;
      reported.push(now);
      return true;
    },
    /** Called on Enter or blur. True if the list shows another keyword, for example after its filters were cleared. */
    isWanted(now: string, value: string): boolean {
      if (this.isNews(now)) return true;
      if (now === value) return false;
      if (reported.at(-1) !== now) reported.push(now);
      return true;
    },
    /** Called when the list's keyword changed. True if it must replace `text` in the field. */
    isFromOutside(now: string, text: string): boolean {
      const at = reported.indexOf(now);
      reported = reported.slice(at + 1);
      if (at >= 0) return false;
      reported = [];
      const typing = text !== newest;
      newest = now;
      return !typing;
    },
  };
}
