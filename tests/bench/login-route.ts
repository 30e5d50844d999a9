import { get } from 'node:http'
import { chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../support/chromium.ts'
import { startServerProcess } from '../support/server-process.ts'
import type { Figure } from './run.ts'

const bytesOnTheWire = (url: string, encoding: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve(bytes))
    }).on('error', reject)
  })

/** Bytes that /login brings over the wire, and what the browser says of its painting. */
export const loginRoute = async (): Promise<Figure[]> => {
  const server = await startServerProcess()
  const executablePath = chromiumPath()
  const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) })
  try {
    const page = await browser.newPage()
    const scripts = new Set<string>()
    page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
    await page.goto(`${server.origin}/login`)
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    const painted = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    )
    const sizes = { gzip: 0, br: 0 }
    for (const url of scripts)
      for (const encoding of ['gzip', 'br'] as const) sizes[encoding] += await bytesOnTheWire(url, encoding)
    const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
    return [
      { what: 'JavaScript of /login, gzip', value: kilobytes(sizes.gzip), target: '≤ 200 kB' },
      { what: 'JavaScript of /login, brotli', value: kilobytes(sizes.br) },
      { what: 'first contentful paint', value: `${Math.round(painted)} ms` },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}
