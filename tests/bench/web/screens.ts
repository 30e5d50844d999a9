import { mkdir } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { axeFindings } from '../../e2e/axe.ts'
import { bargainScreens } from '../../e2e/bargain-screens.ts'
import { doorsScreens } from '../../e2e/doors-screens.ts'
import { enterWeb } from '../../e2e/sessions.ts'
import { chromiumFlags, chromiumPath } from '#support/chromium.ts'
import { startFaultProxy } from '#support/fault-proxy.ts'
import { startServerProcess } from '#support/server-process.ts'
import { count, type Figure } from '../figure.ts'

const outDir = 'out/shots'
const looks = [
  { name: 'desktop-light', width: 1440, height: 900, colorScheme: 'light' },
  { name: 'mobile-dark', width: 390, height: 844, colorScheme: 'dark' },
] as const

/** Opens each screen of rewards in each of its states, wide and light, narrow and dark; takes its picture, and asks axe. */
export const screenStates = async (): Promise<Figure[]> => {
  await mkdir(outDir, { recursive: true })
  const server = await startServerProcess()
  const network = await startFaultProxy(server.origin)
  const executablePath = chromiumPath()
  const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) })
  const found: string[] = []
  let pictures = 0
  for (const { name, width, height, colorScheme } of looks)
    for (const screen of [...bargainScreens, ...doorsScreens]) {
      const viewport = { width, height }
      const context = await browser.newContext({ baseURL: network.origin, viewport, colorScheme, reducedMotion: 'reduce' }) // prettier-ignore
      const page: Page = await context.newPage()
      network.heal()
      await enterWeb(page, network.origin, { email: `${screen.as}@guildhall.test`, password: 'guildhall-demo' })
      const open = async (path: string) => void (await page.goto(path))
      await screen.show({ page, open, network, server })
      found.push(...(await axeFindings(page)).map((finding) => `${screen.name} ${name}: ${JSON.stringify(finding)}`))
      await page.screenshot({ path: `${outDir}/${screen.name}-${name}.png` })
      pictures += 1
      await context.close()
    }
  await browser.close()
  await network.close()
  await server.stop()
  return [
    { what: `states of screens with a picture in ${outDir}`, value: count(pictures, 'picture') },
    {
      what: 'findings of axe',
      value: String(found.length),
      target: '0',
      reached: found.length === 0,
    },
    ...found.map((what) => ({ what, value: '' })),
  ]
}
