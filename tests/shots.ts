/**
 * `npm run shots` takes pictures of every screen and state at 1440x900 and 390x844, light and dark, in out/shots, from the real server
 * with its demo world. `npm run shots -- market dialog` takes only screens whose names begin so; `--readme` also renews docs/images.
 */
import { mkdir, copyFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { screens } from './e2e/screens.ts'
import { enterWeb } from './e2e/sessions.ts'
import { chromiumFlags, chromiumPath, wholeChromiumPath } from './support/chromium.ts'
import { startFaultProxy } from './support/fault-proxy.ts'
import { startServerProcess } from './support/server-process.ts'

const outDir = 'out/shots'
const sizes = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'mobile', width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const
const args = process.argv.slice(2)
const prefixes = args.filter((arg) => !arg.startsWith('--'))
const wanted = screens.filter(({ name }) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)))

await mkdir(outDir, { recursive: true })
const server = await startServerProcess()
const network = await startFaultProxy(server.origin)
// Pictures are taken in the browser that people have; the headless shell draws the same pages where there is no other.
const executablePath = wholeChromiumPath() ?? chromiumPath()
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) })
let failures = 0

for (const size of sizes)
  for (const colorScheme of schemes)
    for (const screen of wanted) {
      const context = await browser.newContext({
        baseURL: network.origin,
        viewport: { width: size.width, height: size.height },
        colorScheme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const open = async (path: string) => {
        await page.goto(path)
        await page.locator('#root > *').first().waitFor()
      }
      network.heal()
      const file = `${outDir}/${screen.name}-${size.name}-${colorScheme}.png`
      try {
        if (screen.as) {
          await enterWeb(page, network.origin, { email: `${screen.as}@guildhall.test`, password: 'guildhall-demo' })
        }
        await screen.show({ page, open, network, server })
        await page.evaluate(() => document.fonts.ready.then(() => undefined))
      } catch (error) {
        failures += 1
        console.error(
          `${screen.name} (${size.name}, ${colorScheme}): ${error instanceof Error ? error.message : String(error)}`,
        )
      }
      await page.screenshot({ path: file, fullPage: args.includes('--full') })
      await context.close()
    }

if (args.includes('--readme')) {
  await mkdir('docs/images', { recursive: true })
  for (const name of ['market', 'landing', 'dialog-apply', 'tasks-board', 'open-task', 'tasks-details-owner'])
    await copyFile(`${outDir}/${name}-desktop-light.png`, `docs/images/${name}.png`)
}
await browser.close()
await network.close()
await server.stop()
console.log(
  `${wanted.length * sizes.length * schemes.length - failures} shots in ${outDir}, ${failures} could not be taken`,
)
process.exitCode = failures ? 1 : 0
