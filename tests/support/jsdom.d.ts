/** The part of jsdom that tests of the server read markup with; the package has no types of its own. */
declare module 'jsdom' {
  export type MarkupElement = {
    readonly localName: string
    readonly namespaceURI: string | null
    readonly textContent: string
    readonly children: Iterable<MarkupElement>
    readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
    getAttribute(name: string): string | null
    querySelectorAll(selector: string): Iterable<MarkupElement> & { readonly length: number }
  }
  export type MarkupDocument = Pick<MarkupElement, 'querySelectorAll'> & { readonly documentElement: MarkupElement }
  export class JSDOM {
    constructor(html: string)
    readonly window: {
      readonly document: MarkupDocument
      readonly DOMParser: new () => { parseFromString(text: string, type: string): MarkupDocument }
    }
  }
}
