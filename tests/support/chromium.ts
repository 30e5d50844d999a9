import { existsSync } from 'node:fs'

/** Debian's headless Chromium without the browser's own windows: the same pages for less processor time (docs/decisions/0029). */
const shell = '/usr/bin/chromium-headless-shell'
const places = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

/**
 * The path of the system's Chromium or Chrome with windows, or of the browser that `CHROMIUM` names; with undefined Playwright takes
 * its own.
 */
export const wholeChromiumPath = (): string | undefined =>
  process.env.CHROMIUM ?? places.find((place) => existsSync(place))

/** The path of the browser that tests run in: the headless shell where it is installed, else as `wholeChromiumPath`. */
export const chromiumPath = (): string | undefined =>
  process.env.CHROMIUM ?? (existsSync(shell) ? shell : wholeChromiumPath())

/** Chromium has no sandbox under root, and must not ask a closed network for updates. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
