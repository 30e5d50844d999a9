/** Characters that mean something in GitHub's Markdown, and those of names and addresses, which become links. */
const SIGNS = /[*_`#>~|[\]<\\@&\t\v\f\r\0]|:\/\/|www\./
/** Lines that begin like a list, a heading's underline or code, that end in a break, and wide gaps, which Markdown closes. */
const LINES = /^ |^(?:[-+=]|\d+[.)])| $| {2}|\n{3}/m

/** Whether a text looks the same drawn as Markdown and as it was typed, so that nothing has to draw it. */
export const isPlainText = (text: string): boolean => !SIGNS.test(text) && !LINES.test(text)
