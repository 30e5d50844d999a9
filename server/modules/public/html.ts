/** Text that is markup already: what `html` and `xml` made of strings. No other file makes one. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | null | false | undefined | readonly Value[]

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
}
/** Characters that XML cannot hold; no page has a use for them, either. */
const REFUSED = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu

const escaped = (text: string): string =>
  text.replace(REFUSED, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const written = (value: Value): string => {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(written).join('')
  return escaped(String(value))
}

/** Lines of the source begin with spaces that no page needs. */
const trimmed = new WeakMap<TemplateStringsArray, readonly string[]>()
const partsOf = (source: TemplateStringsArray): readonly string[] => {
  const known = trimmed.get(source)
  if (known) return known
  const parts = source.map((part) => part.replace(/\n\s*/g, '\n'))
  trimmed.set(source, parts)
  return parts
}

/**
 * The one way to markup, also of XML, whose escapes are the same: what the source has is markup, every value is a text and escaped, unless it is markup
 * itself. A value goes into content, or in an attribute between double quotes.
 */
export const html = (source: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(partsOf(source).reduce((text, part, at) => `${text}${written(values[at - 1])}${part}`))
/** A value as JSON for a page's data element: no text in it can end the element. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
/** Data for programs that read the page; a browser does not run it. */
export const jsonData = (value: unknown): Markup =>
  new Markup(`<script type="application/ld+json">${jsonText(value)}</script>`)

/** How many bytes a text takes once it is escaped. */
const bytesOf = (text: string): number => Buffer.byteLength(escaped(text))

const ADDRESS = /https:\/\/[^\s<>"'`\\^{|}]+[^\s<>"'`\\^{|}.,:;!?)\]]/g
/** A text of a person with its line breaks; addresses that begin with https:// are links. */
export const prose = (text: string): Markup => {
  const parts: Markup[] = []
  let end = 0
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    if (!URL.canParse(address)) continue
    parts.push(html`${text.slice(end, index)}<a href="${address}" rel="nofollow ugc noopener">${address}</a>`)
    end = index + address.length
  }
  return html`<div class="text" dir="auto">${parts}${text.slice(end)}</div>`
}

/** A text of at most this many bytes once it is escaped: the whole text, or its beginning and an ellipsis. */
export const within = (text: string, max: number, beginningOf: (text: string, max: number) => string): string => {
  if (bytesOf(text) <= max) return text
  let units = Math.min(text.length, max)
  while (units > 0 && bytesOf(text.slice(0, units)) > max - 3) units = Math.floor(units * 0.9)
  return `${beginningOf(text, units).trimEnd()}…`
}
