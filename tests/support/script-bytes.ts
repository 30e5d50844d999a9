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

/** Opens an address and counts the bytes of JavaScript that come over the wire, until the network is idle. */
export const scriptBytes = async (page: Page, url: string): Promise<{ gzip: number; br: number }> => {
  const scripts = new Set<string>()
  const note = (request: { resourceType(): string; url(): string }) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  }
  page.on('request', note)
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  const sizes = { gzip: 0, br: 0 }
  for (const script of scripts)
    for (const encoding of ['gzip', 'br'] as const) sizes[encoding] += await bytesOnTheWire(script, encoding)
  return sizes
}
