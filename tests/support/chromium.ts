import { existsSync } from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

/** The system's Chromium or Chrome; undefined leaves Playwright its own. `CHROMIUM` names another. */
export const chromiumPath = (): string | undefined => process.env.CHROMIUM ?? places.find((place) => existsSync(place))

/** Root has no sandbox, and a closed network must not be asked for updates. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
