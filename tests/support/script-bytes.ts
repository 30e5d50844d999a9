import { get } from 'node:http'
import type { Page } from '@playwright/test'

const bytesOnTheWire = (url: string, encoding: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve(bytes))
    }).on('error', reject)
  })

/** JavaScript of /login, gzip, before there were open tasks; what is rounded away in kilobytes is no growth. */
export const FIRST_VISIT_BEFORE = 198_100
/** How much more the page of an open task may load than the market. */
export const OPEN_TARGET = 25_000

const QUIET_MS = 1_500

/** Opens an address and counts the bytes of JavaScript that come over the wire, until no more comes: the stream of events never ends. */
export const scriptBytes = async (page: Page, url: string): Promise<{ gzip: number; br: number }> => {
  const scripts = new Set<string>()
  let last = 0
  const note = (request: { resourceType(): string; url(): string }) => {
    if (request.resourceType() !== 'script') return
    scripts.add(request.url())
    last = performance.now()
  }
  page.on('request', note)
  await page.goto(url)
  while (performance.now() - last < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 100))
  page.off('request', note)
  const sizes = { gzip: 0, br: 0 }
  for (const script of scripts)
    for (const encoding of ['gzip', 'br'] as const) sizes[encoding] += await bytesOnTheWire(script, encoding)
  return sizes
}
