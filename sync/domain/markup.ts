/** Escapes a text for the content of an XML or HTML element. An attribute needs its quotation marks escaped as well. */
export const escapeMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Characters that XML 1.0 does not allow, even when escaped. */
export const charactersOutsideXml =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
