import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file that electron-builder writes into the package, only when the package is built with an address for updates. */
const FILE = 'app-update.yml'

/**
 * One value of that file, without quotes; null when it is missing or empty. Apart from the list of publishers the file
 * is flat.
 */
const valueOf = (text: string, key: string): string | null =>
  new RegExp(String.raw`^${key}:[ \t]*(?:\n\s*-[ \t]*)?['"]?([^'"\n]+?)['"]?[ \t]*$`, 'm').exec(text)?.[1] ?? null

const isHttps = (address: string): boolean => URL.parse(address)?.protocol === 'https:'

export type Feed = { url: string } | { url: null; why: string }

/**
 * The address that the app asks for updates of itself, or why it asks none. Part of the package, so neither the
 * environment nor a settings file can change it. Only where a signature is checked before an update runs: macOS does so
 * itself, Windows by the publisher's name in the file. Linux does not; there people update the package themselves.
 */
export const updatesFeed = (app: { isPackaged: boolean; platform: NodeJS.Platform; resources: string }): Feed => {
  const off = (why: string): Feed => ({ url: null, why })
  if (!app.isPackaged) return off('this is no package')
  if (app.platform !== 'darwin' && app.platform !== 'win32') return off('this system checks no signatures')
  let text: string
  try {
    text = readFileSync(join(app.resources, FILE), 'utf8')
  } catch {
    return off('the package names no address')
  }
  const url = valueOf(text, 'url')
  if (!url || !isHttps(url)) return off('their address does not begin with https')
  if (app.platform === 'win32' && !valueOf(text, 'publisherName')) return off('the package is not signed')
  return { url }
}
